import { hasErrorCode } from "@cenote/core";

/** An estimate from length is rarely more than this many times the count. */
const MOST_OVERESTIMATED = 3;

/**
 * The rate limit that a refused call may meet if its tokens are counted. The estimate of the call alone exceeds the tokens
 * per minute of its key, so waiting would not help.
 * @param estimated Estimated tokens of the prompt, from its length.
 * @returns Tokens; undefined if the call was refused for another reason, or if a count would hardly help.
 */
export const limitWorthCounting = (refusal: unknown, estimated: number): number | undefined => {
  const isAlone = hasErrorCode(refusal, "rate_limit_exceeded") && !refusal.retryable;
  const limit = (isAlone ? refusal.rateLimits?.tokensLimit : undefined) ?? 0;
  return limit === 0 || estimated > MOST_OVERESTIMATED * limit ? undefined : limit;
};
