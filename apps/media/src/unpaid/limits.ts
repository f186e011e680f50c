const HOUR_MS = 3_600_000;

/** Bounds of files nobody has paid for. */
export const UNPAID_LIMITS = {
  /**
   * Files of a call that was not paid for by then are taken away. An answer kept for an idempotency key may be paid for
   * a day later.
   */
  keptMs: 48 * HOUR_MS,
  sweepEveryMs: 10 * 60_000,
  /** Calls looked at in one sweep of one process. */
  sweepAtOnce: 200,
} as const;
