import { hasErrorCode } from "@cenote/core";

/** An estimate by length is rarely more than this many times what the tokenizer finds. */
const MOST_OVERESTIMATED = 3;

/**
 * The limit that a refused call may keep to if its tokens are counted: it alone may use more, by its estimate, than its
 * key has for a minute, for which waiting would not help.
 * @param estimated Tokens of the prompt, by its length.
 * @returns Tokens; undefined if the call was refused for anything else, or if a count would hardly help.
 */
export const limitWorthCounting = (refusal: unknown, estimated: number): number | undefined => {
  const isAlone = hasErrorCode(refusal, "rate_limit_exceeded") && !refusal.retryable;
  const limit = (isAlone ? refusal.rateLimits?.tokensLimit : undefined) ?? 0;
  return limit === 0 || estimated > MOST_OVERESTIMATED * limit ? undefined : limit;
};
