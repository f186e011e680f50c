import type { RateLimitState } from "@cenote/core";
import type { LimitState } from "./call-limits";

/** The state of both windows, for answers and refusals. */
export const toRateLimits = ({ requests, tokens }: LimitState): RateLimitState => ({
  requestsLimit: requests.limit,
  requestsRemaining: requests.remaining,
  requestsResetMs: Math.ceil(requests.resetMs),
  tokensLimit: tokens.limit,
  tokensRemaining: tokens.remaining,
  tokensResetMs: Math.ceil(tokens.resetMs),
});
