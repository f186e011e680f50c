import { DAY_MS } from "@cenote/core";

/** Every bound of idempotent calls. */
export interface IdempotencyLimits {
  /** How long a key stands for its first request. */
  readonly keptMs: number;
  /** A larger answer is not kept: its key then only guards against a second charge. */
  readonly maxAnswerBytes: number;
  /** Bytes of answers that each process keeps for one organization in a day; answers beyond it are not kept. */
  readonly maxKeptBytes: number;
  /** How long a process counts as at work without renewing its lock. */
  readonly lockMs: number;
  /** How often a process at work renews it. */
  readonly renewMs: number;
  /** What `Retry-After` says while the first call is under way. */
  readonly retryAfterMs: number;
  /** Tries of one database operation before `overloaded`, the first included. */
  readonly storeTries: number;
  /** No further try of an operation that is under way for longer. */
  readonly storePatienceMs: number;
  /**
   * The same for keeping an answer, which is lost where that fails: as long as billing is asked to charge one, and
   * through a change of primaries.
   */
  readonly keepTries: number;
  readonly keepPatienceMs: number;
  /** Wait before the second try; doubles each time. */
  readonly storeBackoffMs: number;
  /** Most reads of a key that others keep changing, before the caller is asked to retry. */
  readonly maxLooks: number;
}

export const DEFAULT_IDEMPOTENCY_LIMITS: IdempotencyLimits = {
  keptMs: DAY_MS,
  // An answer and its frame stay far below the 16 MiB of a document.
  maxAnswerBytes: 4 * 1024 * 1024,
  // A quarter of a million answers of usual length.
  maxKeptBytes: 512 * 1024 * 1024,
  lockMs: 30_000,
  renewMs: 10_000,
  retryAfterMs: 1_000,
  storeTries: 5,
  storePatienceMs: 5_000,
  keepTries: 9,
  keepPatienceMs: 30_000,
  storeBackoffMs: 100,
  maxLooks: 5,
};
