import type { Candidate } from "@cenote/routing";

/** A hold outlives the longest possible call by this, milliseconds. */
const HOLD_SLACK_MS = 60_000;

/**
 * Milliseconds after which a call over these routes is certainly over: all its tries together keep within the longest
 * total limit.
 */
export const holdTtlMs = (candidates: readonly Candidate[]): number =>
  HOLD_SLACK_MS + candidates.reduce((longest, { limits }) => Math.max(longest, limits.totalMs), 0);
