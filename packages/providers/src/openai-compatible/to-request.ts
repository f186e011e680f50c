import { breakpointAfter, withBreakpoint } from "../requests/cache-breakpoint";
import { toCallId } from "../requests/call-ids";
import { jsonHeaders } from "../requests/json-headers";
import { type ToolParameters, toOpenAiFormat, toOpenAiParameters } from "../requests/openai-schemas";
import { pdfDataUrl, pdfName } from "../requests/pdf-file";
import { plainText } from "../requests/plain-text";
import { isTaken } from "../requests/reasoning-effort";
import { withShownResults } from "../requests/shown-results";
import { createWritableJson, type ReadWritableJson } from "../requests/writable-json";
import type { ChatCall, ChatMessage, ChatRole, ContentPart, ResponseFormat, Tool, ToolCall, ToolChoice } from "../spec";
import type { Target, WireRequest } from "../target";
import { planEffort } from "./effort";
import { toMoonshotSchema } from "./moonshot-schema";
import { type Quirks, quirksOf, takesName } from "./quirks";
import { earlierDetails } from "./reasoning-details";
import { inStrictOrder } from "./strict-order";
import { offersTools, withoutLacked } from "./unsupported";

const NINE_ALPHANUMERIC = /^[A-Za-z0-9]{9}$/;
/** OpenAI refuses longer ids (https://github.com/agno-agi/agno/issues/5382). Other providers make longer ones. */
const AT_MOST_FORTY = /^[^]{0,40}$/;

const toWireId = (id: string, quirks: Quirks): string =>
  quirks.toolCallIds === "any"
    ? toCallId(id, AT_MOST_FORTY, { prefix: "call_", digits: 24 })
    : toCallId(id, NINE_ALPHANUMERIC, { prefix: "", digits: 9 });

const toWirePart = (part: ContentPart): object => {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return {
        type: "image_url",
        image_url: part.detail === undefined ? { url: part.url } : { url: part.url, detail: part.detail },
      };
    case "pdf":
      return { type: "file", file: { filename: pdfName(part), file_data: pdfDataUrl(part) } };
  }
};

const toWireToolCall = (call: ToolCall, quirks: Quirks): object => ({
  id: toWireId(call.id, quirks),
  type: "function",
  function: { name: call.name, arguments: call.arguments },
});

/** A refusal is sent as content, because some providers refuse the field for it, and more ignore it. */
const saidBy = ({ content, refusal = "" }: ChatMessage): ChatMessage["content"] =>
  content.length === 0 ? refusal : content;

/**
 * Separators between the texts of one message, for the roles for which DeepSeek and other servers accept only a string.
 * The parts of an answer are one text, and a prefill must stay unchanged, so they have none.
 */
const JOINTS: Readonly<Partial<Record<ChatRole, string>>> = { system: "\n\n", assistant: "", tool: "\n\n" };

const toWireContent = (content: ChatMessage["content"], role: ChatRole): string | object[] => {
  if (typeof content === "string") return content;
  const joint = JOINTS[role];
  return joint !== undefined && content.every(({ type }) => type === "text")
    ? plainText(content, joint)
    : content.map(toWirePart);
};

const toWireMessage = (message: ChatMessage, quirks: Quirks, readJson: ReadWritableJson): object => {
  const { role, name, toolCalls, toolCallId, reasoning } = message;
  const calls = toolCalls === undefined || toolCalls.length === 0 ? undefined : toolCalls;
  const content = toWireContent(saidBy(message), role);
  return {
    role,
    // A message that only calls tools has no text. Some providers refuse an empty one.
    content: content === "" && calls !== undefined ? null : content,
    name: takesName(role, quirks) ? name : undefined,
    tool_calls: calls?.map((call) => toWireToolCall(call, quirks)),
    tool_call_id: toolCallId === undefined ? undefined : toWireId(toolCallId, quirks),
    ...(quirks.reasoningDetails ? { reasoning_details: earlierDetails(message, readJson) } : {}),
    ...(reasoning === undefined || quirks.reasoningField === "none" ? {} : { [quirks.reasoningField]: reasoning }),
  };
};

/** Placeholder for reasoning that the caller did not keep. Without it the call is refused, and so is an empty text. */
const NO_REASONING = " ";

const withReasoning = (message: ChatMessage, quirks: Quirks): ChatMessage =>
  quirks.reasoningRequired && message.role === "assistant" && (message.reasoning ?? "") === ""
    ? { ...message, reasoning: NO_REASONING }
    : message;

/** How the schemas of functions and of answers are rewritten. */
const DIALECTS: Readonly<
  Record<
    Quirks["schemas"],
    {
      readonly parameters: (of: ToolParameters) => {
        readonly parameters: unknown;
        readonly strict: boolean | undefined;
      };
      readonly format: (schema: object, strict: boolean | undefined) => unknown;
    }
  >
> = {
  any: { parameters: (of) => of, format: (schema) => schema },
  openai: { parameters: toOpenAiParameters, format: toOpenAiFormat },
  moonshot: {
    parameters: ({ parameters, strict }) => ({ parameters: toMoonshotSchema(parameters), strict }),
    format: toMoonshotSchema,
  },
};

const toWireTool = ({ name, description, parameters, strict }: Tool, { schemas }: Quirks): object => ({
  type: "function",
  function: {
    name,
    description,
    ...(parameters === undefined ? { strict } : DIALECTS[schemas].parameters({ parameters, strict })),
  },
});

const toWireToolChoice = (choice: ToolChoice | undefined): unknown =>
  choice?.mode === "function" ? { type: "function", function: { name: choice.name } } : choice?.mode;

const toWireFormat = (format: ResponseFormat, quirks: Quirks): object => {
  if (format.type !== "json_schema") return { type: format.type };
  const { name, description, schema, strict } = format;
  return {
    type: "json_schema",
    json_schema: { name, description, schema: DIALECTS[quirks.schemas].format(schema, strict), strict },
  };
};

const toStreamOptions = (quirks: Quirks): object | undefined => {
  if (!quirks.streamUsageOption) return undefined;
  return quirks.obfuscationOff ? { include_usage: true, include_obfuscation: false } : { include_usage: true };
};

/** Whether a message is sent. Some providers refuse an empty answer. */
const saysSomething = (
  { role, content, refusal, toolCalls, reasoning, reasoningDetails }: ChatMessage,
  quirks: Quirks,
): boolean =>
  role !== "assistant" ||
  [
    content,
    refusal,
    toolCalls,
    quirks.reasoningField === "none" ? undefined : reasoning,
    quirks.reasoningDetails ? reasoningDetails : undefined,
  ].some((part) => part !== undefined && part.length > 0);

const saidIn = ({ messages }: ChatCall, quirks: Quirks): ChatMessage[] =>
  withShownResults(messages, (id) => toWireId(id, quirks)).filter((message) => saysSomething(message, quirks));

/** The prefill that the target repeats in its answer; empty if there is none. */
export const echoedPrefix = (call: ChatCall, target: Target): string => {
  const quirks = quirksOf(target);
  const last = quirks.assistantPrefix === "flagged_echoed" ? saidIn(call, quirks).at(-1) : undefined;
  return last?.role === "assistant" ? plainText(saidBy(last)) : "";
};

/** The messages, with a mark on the last one if it is a prefill, and a cache breakpoint after long instructions. */
const toWireMessages = (
  said: readonly ChatMessage[],
  tools: readonly Tool[] | undefined,
  quirks: Quirks,
  beginsAnswer: boolean,
): object[] => {
  const cached = quirks.cacheBreakpoints ? breakpointAfter(said, tools) : -1;
  const readJson = createWritableJson();
  const messages = said.map((message, index) => {
    const begun = beginsAnswer && index === said.length - 1;
    const wire = toWireMessage(begun ? message : withReasoning(message, quirks), quirks, readJson);
    return index === cached ? { ...wire, content: withBreakpoint(message.content, toWirePart) } : wire;
  });
  const last = messages.at(-1);
  if (beginsAnswer && quirks.assistantPrefix.startsWith("flagged") && last !== undefined)
    messages[messages.length - 1] = { ...last, prefix: true };
  return messages;
};

const toReasoning = (effort: string | undefined, { reasoningOff }: Quirks): object =>
  effort === "none" && reasoningOff === "thinking_disabled"
    ? { thinking: { type: "disabled" } }
    : { reasoning_effort: effort };

const toSampling = (call: ChatCall): object => ({
  temperature: call.temperature,
  top_p: call.topP,
  presence_penalty: call.presencePenalty,
  frequency_penalty: call.frequencyPenalty,
  // Some providers refuse the field itself.
  ...(call.logprobs === true ? { logprobs: true, top_logprobs: call.topLogprobs } : {}),
});

/** The choice of tools, which is refused in a call without tools. */
const toToolUse = ({ tools = [], toolChoice, parallelToolCalls }: ChatCall, quirks: Quirks): object => {
  // If the forced function can't be named, it must be the only one.
  const only = quirks.forcedTools === "unnamed" && toolChoice?.mode === "function" ? toolChoice.name : undefined;
  const offered = only === undefined ? tools : tools.filter(({ name }) => name === only);
  return {
    tools: offered.map((tool) => toWireTool(tool, quirks)),
    tool_choice: only === undefined ? toWireToolChoice(toolChoice) : "required",
    parallel_tool_calls: parallelToolCalls,
  };
};

/** `POST /chat/completions`. Fields that the caller did not set are left out. */
export const toRequest = (asked: ChatCall, target: Target, stream: boolean): WireRequest => {
  const quirks = quirksOf(target);
  const call = withoutLacked(asked, quirks);
  const said = saidIn(call, quirks);
  const beginsAnswer = said.at(-1)?.role === "assistant";
  const { effort } = planEffort(call, quirks);
  const ordered = quirks.messageOrder === "strict" ? inStrictOrder(said) : said;
  // JSON.stringify leaves out undefined fields.
  const body = {
    ...quirks.input,
    model: target.model,
    messages: toWireMessages(ordered, call.tools, quirks, beginsAnswer),
    stream: stream ? true : undefined,
    stream_options: stream ? toStreamOptions(quirks) : undefined,
    [quirks.maxTokensField]: call.maxTokens,
    ...(isTaken(quirks.sampling, effort) ? toSampling(call) : {}),
    stop: call.stop,
    response_format: call.responseFormat === undefined ? undefined : toWireFormat(call.responseFormat, quirks),
    ...(offersTools(call, quirks) ? toToolUse(call, quirks) : {}),
    [quirks.seedField]: call.seed,
    ...toReasoning(effort, quirks),
    verbosity: quirks.verbosity ? call.verbosity : undefined,
    logit_bias: call.logitBias,
    user: call.user,
  };
  return {
    method: "POST",
    url: `${target.baseUrl}${beginsAnswer ? quirks.assistantPrefixPath : ""}/chat/completions`,
    headers: jsonHeaders(target, quirks.keyHeader, stream ? "text/event-stream" : "application/json"),
    body: JSON.stringify(body),
  };
};
