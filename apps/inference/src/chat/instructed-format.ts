import {
  type ChatCall,
  type ChatMessage,
  mayCallFunction,
  type ResponseFormat,
  writtenSchema,
} from "@cenote/providers";

/** The dropped field that is reported if the format is only text, and so is not enforced. */
export const notEnforced = ({ type }: ResponseFormat): string =>
  type === "json_schema" ? "response_format.json_schema.strict" : "response_format.type";

/** Whether the schema allows an object. JSON mode produces only objects, so it is not used for other schemas. */
const mayBeObject = (schema: object): boolean => {
  const { type } = schema as { readonly type?: unknown };
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
};

const makesObject = (format: ResponseFormat): boolean => format.type !== "json_schema" || mayBeObject(format.schema);

/** The text says "JSON", because DeepSeek and OpenAI refuse JSON mode for prompts without that word. */
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
 * Adds the text at the end of the leading system messages. There it is the same in every turn, so that a provider's prompt
 * cache extends past it. It is not a message of its own, because some chat templates refuse a second system message.
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
 * The forms of a call with its JSON format as text, best first. The first has the schema as text and JSON mode. The second
 * has only the text, for formats that JSON mode can't produce and for routes without JSON mode beside functions. Empty if
 * the call has no JSON format. Pure.
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
