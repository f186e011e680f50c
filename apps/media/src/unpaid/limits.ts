const HOUR_MS = 3_600_000;

/** Limits for files that nobody has paid for. */
export const UNPAID_LIMITS = {
  /**
   * Files of a call that is still unpaid after this time are deleted. An answer kept for an idempotency key may be paid
   * for up to a day later.
   */
  keptMs: 48 * HOUR_MS,
  sweepEveryMs: 10 * 60_000,
  /** Calls handled in one sweep of one process. */
  sweepAtOnce: 200,
} as const;
