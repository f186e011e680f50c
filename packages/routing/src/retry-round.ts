import type { Candidate } from "./candidates";

/** The last failure of a route in this call. */
export interface FailedRoute {
  readonly candidate: Candidate;
  /** See `Verdict`. */
  readonly retryable: boolean;
  /** Monotonic time of the failure. */
  readonly atMs: number;
  readonly retryAfterMs?: number;
}

export interface RetryRound {
  readonly waitMs: number;
  readonly candidates: readonly Candidate[];
}

export interface RetryRoundOptions {
  /** Rounds so far, not counting the first. */
  readonly round: number;
  readonly failed: readonly FailedRoute[];
  readonly nowMs: number;
  /** Deadline of the whole call, monotonic time. */
  readonly deadlineMs: number;
  readonly random: () => number;
}

/** Rounds after the first, each over the routes whose failure is retryable. */
const MAX_RETRY_ROUNDS = 2;
/** Pause before the first of them, up to half of it jitter; doubles before each further one. */
const FIRST_BACKOFF_MS = 250;
/** Longest `Retry-After` that a call waits for. A route with a longer one is not retried by this call. */
const MAX_RETRY_WAIT_MS = 5_000;

/**
 * Whether and when a call whose routes have all failed starts another round. @returns Undefined if the failure should
 * be reported: no failure is retryable, no rounds are left, or the wait would be too long or pass the deadline.
 */
export const nextRetryRound = ({
  round,
  failed,
  nowMs,
  deadlineMs,
  random,
}: RetryRoundOptions): RetryRound | undefined => {
  if (round >= MAX_RETRY_ROUNDS) return undefined;
  const readyMs = ({ atMs, retryAfterMs = 0 }: FailedRoute) => atMs + retryAfterMs;
  const waited = failed.filter((route) => route.retryable && readyMs(route) - nowMs <= MAX_RETRY_WAIT_MS);
  if (waited.length === 0) return undefined;
  const backoffMs = FIRST_BACKOFF_MS * 2 ** round * (0.5 + random() / 2);
  // The first round starts with the route that is ready first; the last one waits for all.
  const readiesMs = waited.map(readyMs);
  const startMs = Math.max(
    nowMs + backoffMs,
    round === MAX_RETRY_ROUNDS - 1 ? Math.max(...readiesMs) : Math.min(...readiesMs),
  );
  if (startMs >= deadlineMs) return undefined;
  return {
    waitMs: startMs - nowMs,
    candidates: waited.filter((route) => readyMs(route) <= startMs).map(({ candidate }) => candidate),
  };
};
