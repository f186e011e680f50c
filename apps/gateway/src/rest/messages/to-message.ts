import type { ChatMessage, CreateChatCompletionResponse, ReasoningDetail, ToolCall } from "@cenote/contracts";
import { messageText } from "../../bodies/chat/message-text";
import { packReasoning } from "../opaque-reasoning";
import { messageHead, stopMembers, usageJson } from "./message-json";

const thinkingJson = (thinking: string, signature: string): string =>
  `{"type":"thinking","thinking":${JSON.stringify(thinking)},"signature":"${signature}"}`;

/**
 * A piece of signed or encrypted reasoning.
 * @param shown The visible text; the signature contains the whole text anyway.
 */
export const detailJson = (detail: ReasoningDetail, shown: string): string =>
  detail.encrypted === ""
    ? thinkingJson(shown, packReasoning(detail))
    : `{"type":"redacted_thinking","data":"${packReasoning(detail)}"}`;

/**
 * One block per signed piece. If the pieces are not the whole reasoning, the first block shows all of it. With
 * `omitsWords`, a block has only its signature.
 */
const thinkingBlocks = ({ reasoning, reasoningDetails: details }: ChatMessage, omitsWords: boolean): string[] => {
  if (omitsWords) return details.map((detail) => detailJson(detail, ""));
  if (details.map(({ text }) => text).join("") === reasoning)
    return details.map((detail) => detailJson(detail, detail.text));
  const [first, ...others] = details;
  return [
    thinkingJson(reasoning, first === undefined ? "" : packReasoning(first)),
    ...others.map((detail) => detailJson(detail, "")),
  ];
};

/** Wraps input that is not a JSON object, under the name that Anthropic's guide to streamed input uses. */
const invalidInput = (text: string): string => JSON.stringify({ INVALID_JSON: text });

/** A tool's input is an object. Valid JSON text is kept as the model wrote it, so that no digits are lost. */
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

/** A text without `citations`, as in Anthropic's own answers: the AI SDK refuses a null there. */
const textJson = (text: string): string => `{"type":"text","text":${JSON.stringify(text)}}`;

const contentJson = (message: ChatMessage, omitsWords: boolean): string => {
  const text = messageText(message);
  return [
    ...thinkingBlocks(message, omitsWords),
    ...(text === "" ? [] : [textJson(text)]),
    ...message.toolCalls.map(toolUseJson),
  ].join(",");
};

/**
 * A complete answer as Anthropic's message. Pure. Throws if its message or usage is missing.
 * @param omitsWords Whether the text of thinking is left out.
 */
export const toMessage = (
  requestId: string,
  { model, message, finishReason, usage }: CreateChatCompletionResponse,
  omitsWords = false,
): string => {
  if (message === undefined || usage === undefined) throw new Error("a chat answer without message or usage");
  return `{${messageHead(requestId, model)},"content":[${contentJson(message, omitsWords)}],${stopMembers(finishReason, message.refusal)},"usage":${usageJson(usage)}}`;
};
