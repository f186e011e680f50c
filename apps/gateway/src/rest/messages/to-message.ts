import type { ChatMessage, CreateChatCompletionResponse, ReasoningDetail, ToolCall } from "@cenote/contracts";
import { messageText } from "../message-text";
import { packReasoning } from "../opaque-reasoning";
import { messageHead, stopMembers, usageJson } from "./message-json";

const thinkingJson = (thinking: string, signature: string): string =>
  `{"type":"thinking","thinking":${JSON.stringify(thinking)},"signature":"${signature}"}`;

/**
 * A piece of signed or encrypted reasoning.
 * @param shown Of its text: the signature holds it whole, whatever is shown beside it.
 */
export const detailJson = (detail: ReasoningDetail, shown: string): string =>
  detail.encrypted === ""
    ? thinkingJson(shown, packReasoning(detail))
    : `{"type":"redacted_thinking","data":"${packReasoning(detail)}"}`;

/** Signed reasoning is a block each. Where that is not all that was thought, the first block shows it whole. */
const thinkingBlocks = ({ reasoning, reasoningDetails: details }: ChatMessage): string[] => {
  if (details.map(({ text }) => text).join("") === reasoning)
    return details.map((detail) => detailJson(detail, detail.text));
  const [first, ...others] = details;
  return [
    thinkingJson(reasoning, first === undefined ? "" : packReasoning(first)),
    ...others.map((detail) => detailJson(detail, "")),
  ];
};

/** What a model wrote that is no JSON object, under the name that API's guide to streamed input has for it. */
const invalidInput = (text: string): string => JSON.stringify({ INVALID_JSON: text });

/** A tool's input is an object. Its text stays as the model wrote it, numbers of many digits among it. */
const inputJson = (text: string): string => {
  if (text.trim() === "") return "{}";
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? text : invalidInput(text);
  } catch {
    return invalidInput(text);
  }
};

const toolUseJson = ({ id, name, arguments: text }: ToolCall): string =>
  `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${inputJson(text)}}`;

const contentJson = (message: ChatMessage): string => {
  const text = messageText(message);
  return [
    ...thinkingBlocks(message),
    ...(text === "" ? [] : [`{"type":"text","text":${JSON.stringify(text)},"citations":null}`]),
    ...message.toolCalls.map(toolUseJson),
  ].join(",");
};

/** A whole answer as Anthropic's message. Pure. Throws where the answer lacks its message or usage. */
export const toMessage = (
  requestId: string,
  { model, message, finishReason, usage }: CreateChatCompletionResponse,
): string => {
  if (message === undefined || usage === undefined) throw new Error("a chat answer without message or usage");
  return `{${messageHead(requestId, model)},"content":[${contentJson(message)}],${stopMembers(finishReason, message.refusal)},"usage":${usageJson(usage)}}`;
};
