import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { ChatAnswer, ReasoningDetail, ToolCall } from "../spec";
import { toFinishReason } from "./finish";
import { toReasoningDetail } from "./reasoning-details";
import { toUsage } from "./usage";

/** Reads a plain answer. Throws ProviderError if it is not an answer. */
export const fromResult = ({ content, finishReason, usage: told }: LanguageModelV4GenerateResult): ChatAnswer => {
  let text = "";
  let reasoning = "";
  const toolCalls: ToolCall[] = [];
  const details: ReasoningDetail[] = [];
  for (const part of content) {
    const metadata = part.providerMetadata;
    if (part.type === "text") text += part.text;
    else if (part.type === "reasoning") {
      reasoning += part.text;
      if (metadata !== undefined) details.push(toReasoningDetail(metadata, { text: part.text }));
    } else if (part.type === "tool-call" && part.providerExecuted !== true) {
      toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      if (metadata !== undefined) details.push(toReasoningDetail(metadata, { toolCallId: part.toolCallId }));
    }
  }
  const usage = toUsage(told);
  return {
    text,
    ...(reasoning === "" ? {} : { reasoning }),
    ...(details.length === 0 ? {} : { reasoningDetails: details }),
    toolCalls,
    finishReason: toFinishReason(finishReason, toolCalls.length > 0),
    ...(usage === undefined ? {} : { usage }),
  };
};
