import type { PromptTokens } from "@cenote/contracts";
import type { ChatEvent } from "@cenote/providers";
import { hasFiles } from "./prompt-with-files";
import type { PreparedChat } from "./prepare";

/**
 * The tokens of a prompt that are known when its answer begins. Some providers report them before the first content. For
 * others it is the estimate of the hold. The hold for a file is an upper bound, which says nothing about its size. Pure.
 */
export const promptAtStart = (
  { asked, promptTokens }: Pick<PreparedChat, "asked" | "promptTokens">,
  first: readonly ChatEvent[],
): PromptTokens | undefined => {
  const told = first.findLast((event) => event.type === "usage")?.usage;
  if (told !== undefined && told.promptTokens > 0)
    return { total: told.promptTokens, cached: told.cachedTokens, cacheWrite: told.cacheWriteTokens };
  return hasFiles(asked.call) ? undefined : { total: promptTokens, cached: 0, cacheWrite: 0 };
};
