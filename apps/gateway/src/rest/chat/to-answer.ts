import type { CallInfo, ChatMessage, CreateChatCompletionResponse, ToolCall } from "@cenote/contracts";
import { messageText } from "../../bodies/chat/message-text";
import { isForOpenRouter } from "../edition";
import { reasoningDetailJson } from "./reasoning-detail-json";
import { summaryOf } from "./reasoning-summary";
import { usageJson } from "./usage-json";

const toolCallJson = (call: ToolCall): string =>
  `{"id":${JSON.stringify(call.id)},"type":"function","function":{"name":${JSON.stringify(call.name)},"arguments":${JSON.stringify(call.arguments)}}}`;

const messageJson = (message: ChatMessage, info: CallInfo | undefined): string => {
  const text = messageText(message);
  // OpenAI sends null instead of an empty text if the answer is tool calls or a refusal.
  const isWordless = text === "" && (message.toolCalls.length > 0 || message.refusal !== "");
  let json = `{"role":"assistant","content":${isWordless ? "null" : JSON.stringify(text)}`;
  json += `,"refusal":${message.refusal === "" ? "null" : JSON.stringify(message.refusal)}`;
  if (message.reasoning !== "") json += `,"reasoning_content":${JSON.stringify(message.reasoning)}`;
  const details = message.reasoningDetails.map((detail) => reasoningDetailJson(detail, info));
  const summary = summaryOf(message, info);
  if (summary !== "") details.unshift(summary);
  if (details.length > 0) json += `,"reasoning_details":[${details.join(",")}]`;
  if (message.toolCalls.length > 0) json += `,"tool_calls":[${message.toolCalls.map(toolCallJson).join(",")}]`;
  return `${json}}`;
};

/** A complete answer as the documented JSON. Pure. Throws if its message or usage is missing. */
export const toChatAnswer = (requestId: string, answer: CreateChatCompletionResponse): string => {
  const { message, usage, info } = answer;
  if (message === undefined || usage === undefined) throw new Error("a chat answer without message or usage");
  return (
    `{"id":"${requestId}","object":"chat.completion","created":${answer.created},"model":${JSON.stringify(answer.model)}` +
    `,"choices":[{"index":0,"message":${messageJson(message, info)},"logprobs":${answer.logprobsJson === "" ? "null" : answer.logprobsJson}` +
    `,"finish_reason":${JSON.stringify(answer.finishReason)}}],"usage":${usageJson(usage, info)}${isForOpenRouter(info) ? `,"system_fingerprint":null` : ""}}`
  );
};
