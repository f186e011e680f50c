import { DAY_MS } from "@cenote/core";

/** Every bound of idempotent calls. */
export const IDEMPOTENCY_LIMITS = {
  /** How long a key stands for its first request. Also how long its answer is stored. */
  keptMs: DAY_MS,
  /**
   * A larger answer is not stored: its key then only prevents a second charge. Far below MongoDB's 16 MiB for a document.
   */
  maxAnswerBytes: 4 * 1024 * 1024,
  /**
   * Bytes of answers that each process stores for one organization in a day: about 250,000 answers of usual length. Further
   * answers are not stored.
   */
  maxKeptBytes: 512 * 1024 * 1024,
  /** A process that has not renewed its lock for this long counts as dead. */
  lockMs: 30_000,
  /** How often the lock is renewed. */
  renewMs: 10_000,
  /** `Retry-After` while the first call is in progress. */
  retryAfterMs: 1_000,
  /** Attempts of one database operation before `overloaded`, including the first. */
  storeTries: 5,
  /** Retries of an operation stop this long after its first attempt. */
  storePatienceMs: 5_000,
  /**
   * The same for storing an answer, which is lost if that fails. Long enough for an election of a new primary.
   */
  keepTries: 9,
  keepPatienceMs: 30_000,
  /** Pause before the second attempt; doubles each time. */
  storeBackoffMs: 100,
  /** Reads of a record that others keep changing, before a retryable conflict. */
  maxReads: 5,
} as const;
