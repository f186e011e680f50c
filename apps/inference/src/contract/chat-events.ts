import type { Cost } from "@cenote/calls";
import type {
  ChatEvent as ContractEvent,
  ChatUsage as ContractUsage,
  ReasoningDetail as ContractReasoningDetail,
} from "@cenote/contracts";
import type { ChatEvent, ChatUsage, ReasoningDetail } from "@cenote/providers";

export const toContractReasoningDetail = ({
  family,
  text = "",
  signature = "",
  encrypted = "",
  toolCallId = "",
  madeBy = "",
}: ReasoningDetail): ContractReasoningDetail => ({ family, text, signature, encrypted, toolCallId, madeBy });

/** Converts content events to the contract's types. `finish` and `usage` are left out: they are sent once, at the end. */
export const toContractEvents = (events: readonly ChatEvent[]): ContractEvent[] => {
  const out: ContractEvent[] = [];
  for (const event of events) {
    switch (event.type) {
      case "text":
        out.push({ event: { $case: "text", value: event.text } });
        break;
      case "reasoning":
        out.push({ event: { $case: "reasoning", value: event.text } });
        break;
      case "reasoning_detail":
        out.push({ event: { $case: "reasoningDetail", value: toContractReasoningDetail(event.detail) } });
        break;
      case "refusal":
        out.push({ event: { $case: "refusal", value: event.text } });
        break;
      case "tool_call":
        out.push({
          event: {
            $case: "toolCall",
            value: { index: event.index, id: event.id ?? "", name: event.name ?? "", arguments: event.arguments },
          },
        });
        break;
      case "logprobs":
        out.push({ event: { $case: "logprobsJson", value: JSON.stringify(event.logprobs) } });
        break;
      case "finish":
      case "usage":
        break;
    }
  }
  return out;
};

export const toContractUsage = (usage: ChatUsage, cost: Cost): ContractUsage => ({
  promptTokens: usage.promptTokens,
  completionTokens: usage.completionTokens,
  totalTokens: usage.promptTokens + usage.completionTokens,
  cachedTokens: usage.cachedTokens,
  cacheWriteTokens: usage.cacheWriteTokens,
  reasoningTokens: usage.reasoningTokens,
  costUsd: cost.costUsd,
  costNanoMxn: cost.costNanoMxn,
});
