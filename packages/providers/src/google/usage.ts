import { chatUsage } from "../answers/chat-usage";
import { countOf } from "../json-fields";
import type { ChatUsage } from "../spec";
import type { WireUsage } from "./wire-types";

/** Token counts as the system defines them. @returns Undefined if there are none, or none yet. */
export const toUsage = (wire: WireUsage | null | undefined): ChatUsage | undefined => {
  if (wire === undefined || wire === null) return undefined;
  // Input from Google's own tools counts as prompt.
  const promptTokens = countOf(wire.promptTokenCount) + countOf(wire.toolUsePromptTokenCount);
  const reasoningTokens = countOf(wire.thoughtsTokenCount);
  return chatUsage({
    promptTokens,
    completionTokens: countOf(wire.candidatesTokenCount) + reasoningTokens,
    cachedTokens: countOf(wire.cachedContentTokenCount),
    cacheWriteTokens: 0,
    reasoningTokens,
  });
};
