import { chatUsage } from "../answers/chat-usage";
import { countOf } from "../json-fields";
import type { ChatUsage } from "../spec";
import type { WireUsage } from "./wire-types";

/** Token counts in the system's sense. @returns Undefined where there are none, or none yet. */
export const toUsage = (wire: WireUsage | null | undefined): ChatUsage | undefined => {
  if (wire === undefined || wire === null) return undefined;
  // What Google's own tools fed to the model is prompt too.
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
