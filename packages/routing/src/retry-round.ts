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
  /** Rounds so far after the first. */
  readonly round: number;
  readonly failed: readonly FailedRoute[];
  readonly nowMs: number;
  /** Of the whole call, monotonic. */
  readonly deadlineMs: number;
  readonly random: () => number;
}

/** Rounds after the first, each over the routes whose failure may pass. */
const MAX_RETRY_ROUNDS = 2;
/** Before the first of them, with jitter of a half; twice as long before each further one. */
const FIRST_BACKOFF_MS = 250;
/** What a call waits for a provider that names a time. One that wants longer is not asked again by this call. */
const MAX_RETRY_WAIT_MS = 5_000;

/**
 * Decides whether and when a call whose routes have all failed goes round once more. @returns Undefined where it is time
 * to tell: no failure may pass, the rounds are used up, or the wait would be too long or outlast the call.
 */
export const nextRetryRound = ({ round, failed, nowMs, deadlineMs, random }: RetryRoundOptions): RetryRound | undefined => {
  if (round >= MAX_RETRY_ROUNDS) return undefined;
  const readyMs = ({ atMs, retryAfterMs = 0 }: FailedRoute) => atMs + retryAfterMs;
  const waited = failed.filter((route) => route.again && readyMs(route) - nowMs <= MAX_RETRY_WAIT_MS);
  if (waited.length === 0) return undefined;
  const backoffMs = FIRST_BACKOFF_MS * 2 ** round * (0.5 + random() / 2);
  // The last round waits for all of them.
  const readiesMs = waited.map(readyMs);
  const startMs = Math.max(nowMs + backoffMs, round === MAX_RETRY_ROUNDS - 1 ? Math.max(...readiesMs) : Math.min(...readiesMs));
  if (startMs >= deadlineMs) return undefined;
  return { waitMs: startMs - nowMs, candidates: waited.filter((route) => readyMs(route) <= startMs).map(({ candidate }) => candidate) };
};
