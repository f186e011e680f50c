import {
  type ChatCall,
  type ChatMessage,
  mayCallFunction,
  type ResponseFormat,
  writtenSchema,
} from "@cenote/providers";

/** Named to the caller where a model was only told of the format: nothing makes its answer keep to it. */
export const notEnforced = ({ type }: ResponseFormat): string =>
  type === "json_schema" ? "response_format.json_schema.strict" : "response_format.type";

/** JSON mode makes objects alone, so a schema for anything else goes without it. */
const mayBeObject = (schema: object): boolean => {
  const { type } = schema as { readonly type?: unknown };
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
};

const makesObject = (format: ResponseFormat): boolean => format.type !== "json_schema" || mayBeObject(format.schema);

/** It says "JSON", a word without which JSON mode is refused (DeepSeek, OpenAI). */
const instructionOf = (format: ResponseFormat, call: ChatCall): string => {
  const when = mayCallFunction(call) ? "If you call no function, answer" : "Answer";
  const what = makesObject(format) ? "one JSON object" : "one JSON value";
  const plain = `${when} with ${what} and nothing else: no words before or after it, and no code fence around it.`;
  if (format.type !== "json_schema") return plain;
  const { name, description, schema } = format;
  const about = description === undefined ? "" : ` It is this: ${description}`;
  return `${plain}${about} It must satisfy this JSON Schema, "${name}":\n${writtenSchema(schema)}`;
};

const withText = (message: ChatMessage, text: string): ChatMessage => ({
  ...message,
  content:
    typeof message.content === "string"
      ? `${message.content}\n\n${text}`
      : [...message.content, { type: "text", text: `\n\n${text}` }],
});

/**
 * The text at the end of the system messages that begin the conversation: it is the same in every turn, so a provider's
 * prompt cache goes on past it, and some chat templates refuse a second system message.
 */
const withInstruction = (messages: readonly ChatMessage[], text: string): readonly ChatMessage[] => {
  const turn = messages.findIndex(({ role }) => role !== "system");
  const leading = turn < 0 ? messages.length : turn;
  const last = messages[leading - 1];
  return last === undefined
    ? [{ role: "system", content: text }, ...messages]
    : [...messages.slice(0, leading - 1), withText(last, text), ...messages.slice(leading)];
};

/**
 * The forms of a call that tell the model of its JSON format in words, best first: a schema in words with JSON mode, then
 * the words alone, for what JSON mode can't make and for routes that take no JSON mode beside functions. None if there is
 * no format to tell. Pure.
 */
export const instructedCalls = (call: ChatCall): readonly ChatCall[] => {
  const { responseFormat: format, ...rest } = call;
  if (format === undefined || format.type === "text") return [];
  const inWords = { ...rest, messages: withInstruction(call.messages, instructionOf(format, call)) };
  if (!makesObject(format)) return [inWords];
  return [
    ...(format.type === "json_schema" ? [{ ...inWords, responseFormat: { type: "json_object" } as const }] : []),
    ...(mayCallFunction(call) ? [inWords] : []),
  ];
};
