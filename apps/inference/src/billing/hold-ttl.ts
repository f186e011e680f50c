import type { Candidate } from "../routing/candidates";

/** A hold outlives the longest possible call by this, milliseconds. */
const HOLD_SLACK_MS = 60_000;

/** Milliseconds until a call that tries all of these routes to their limits is certainly over. */
export const holdTtlMs = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, candidate) => sum + candidate.limits.totalMs, HOLD_SLACK_MS);
