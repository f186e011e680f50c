import type { Candidate } from "./candidates";

/** A route's last failure in this call, and whether it may pass. */
export interface FailedRoute {
  readonly candidate: Candidate;
  readonly again: boolean;
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

/** Rounds after the first, each over the routes whose failure may pass. */
const MAX_RETRY_ROUNDS = 2;
/** Pause before the first of them, up to half of it jitter; doubles before each further one. */
const FIRST_BACKOFF_MS = 250;
/** Longest wait for a provider that names a time. One that wants longer is not asked again by this call. */
const MAX_RETRY_WAIT_MS = 5_000;

/**
 * Whether and when a call whose routes have all failed starts another round. @returns Undefined if the failure should
 * be reported: none may pass, the rounds are used up, or the wait would be too long or outlast the call.
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
  const waited = failed.filter((route) => route.again && readyMs(route) - nowMs <= MAX_RETRY_WAIT_MS);
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
