import type { Candidate } from "@cenote/routing";

/** A hold outlives the longest call whose reader keeps up by this, milliseconds. Slower ones renew it. */
const HOLD_SLACK_MS = 60_000;

/**
 * Milliseconds after which the providers of a call over these routes are certainly done: all its tries together keep within the longest
 * total limit.
 */
export const holdTtlMs = (candidates: readonly Candidate[]): number =>
  HOLD_SLACK_MS + candidates.reduce((longest, { limits }) => Math.max(longest, limits.totalMs), 0);
