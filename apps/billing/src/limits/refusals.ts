import { CenoteError } from "@cenote/core";
import type { LimitState } from "./call-limits";
import type { LimitNumbers } from "./limits-in-force";
import { toRateLimits } from "./to-rate-limits";

/** A guess, because it is unknown when a slot becomes free. */
const SLOT_RETRY_MS = 1_000;

/** Refusals carry the state of both windows, as answers do. */
export const tooManyCalls = ({ concurrentRequests }: LimitNumbers, state: LimitState): CenoteError =>
  refusal(`concurrent calls (${concurrentRequests})`, SLOT_RETRY_MS, state);

export const tooManyRequests = ({ requestsPerMinute }: LimitNumbers, state: LimitState): CenoteError =>
  refusal(`requests per minute (${requestsPerMinute})`, state.requests.resetMs, state);

/** Waiting does not help a call that exceeds the limit by itself. */
export const tooManyTokens = ({ tokensPerMinute }: LimitNumbers, tokens: number, state: LimitState): CenoteError =>
  tokens > tokensPerMinute
    ? new CenoteError(
        "rate_limit_exceeded",
        `This call alone may use ${tokens} tokens; the limit is ${tokensPerMinute} per minute.`,
        { retryable: false, rateLimits: toRateLimits(state) },
      )
    : refusal(`tokens per minute (${tokensPerMinute})`, state.tokens.resetMs, state);

const refusal = (what: string, retryAfterMs: number, state: LimitState): CenoteError =>
  new CenoteError("rate_limit_exceeded", `The key's limit of ${what} is reached.`, {
    retryAfterMs: Math.ceil(retryAfterMs),
    rateLimits: toRateLimits(state),
  });
