import { CenoteError } from "@cenote/core";
import type { LimitNumbers } from "./limits-in-force";

/** Nobody knows when a slot becomes free, so this is a guess. */
const SLOT_RETRY_MS = 1_000;

export const tooManyCalls = ({ concurrentRequests }: LimitNumbers): CenoteError =>
  refusal(`concurrent calls (${concurrentRequests})`, SLOT_RETRY_MS);

export const tooManyRequests = ({ requestsPerMinute }: LimitNumbers, resetMs: number): CenoteError =>
  refusal(`requests per minute (${requestsPerMinute})`, resetMs);

/** Waiting does not help a call that exceeds the limit by itself. */
export const tooManyTokens = ({ tokensPerMinute }: LimitNumbers, tokens: number, resetMs: number): CenoteError =>
  tokens > tokensPerMinute
    ? new CenoteError(
        "rate_limit_exceeded",
        `This call alone may use ${tokens} tokens; the limit is ${tokensPerMinute} per minute.`,
        { retryable: false },
      )
    : refusal(`tokens per minute (${tokensPerMinute})`, resetMs);

const refusal = (what: string, retryAfterMs: number): CenoteError =>
  new CenoteError("rate_limit_exceeded", `The key's limit of ${what} is reached.`, {
    retryAfterMs: Math.ceil(retryAfterMs),
  });
