import { DAY_MS } from "@cenote/core";

/** Every bound of idempotent calls. */
export const IDEMPOTENCY_LIMITS = {
  /** How long a key stands for its first request. */
  keptMs: DAY_MS,
  /**
   * A larger answer is not kept: its key then only guards against a second charge. An answer and its frame stay far below
   * the 16 MiB of a document.
   */
  maxAnswerBytes: 4 * 1024 * 1024,
  /**
   * Bytes of answers that each process keeps for one organization in a day, a quarter of a million answers of usual
   * length; answers beyond it are not kept.
   */
  maxKeptBytes: 512 * 1024 * 1024,
  /** How long a process counts as at work without renewing its lock. */
  lockMs: 30_000,
  /** How often a process at work renews it. */
  renewMs: 10_000,
  /** What `Retry-After` says while the first call is under way. */
  retryAfterMs: 1_000,
  /** Tries of one database operation before `overloaded`, the first included. */
  storeTries: 5,
  /** No further try of an operation that is under way for longer. */
  storePatienceMs: 5_000,
  /**
   * The same for keeping an answer, which is lost where that fails: as long as billing is asked to charge one, and
   * through a change of primaries.
   */
  keepTries: 9,
  keepPatienceMs: 30_000,
  /** Wait before the second try; doubles each time. */
  storeBackoffMs: 100,
  /** Most reads of a key that others keep changing, before the caller is asked to retry. */
  maxLooks: 5,
} as const;
