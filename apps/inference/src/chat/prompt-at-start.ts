import type { PromptTokens } from "@cenote/contracts";
import type { ChatEvent } from "@cenote/providers";
import { hasFiles } from "./prompt-with-files";
import type { PreparedChat } from "./prepare";

/**
 * What is known of a prompt when its answer begins: some providers tell its tokens before the first content, for others
 * it is what the hold was made with. What is held for a file is a bound, and tells nothing of its size. Pure.
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
