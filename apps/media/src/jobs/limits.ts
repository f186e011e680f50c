import { CALLBACK_PAUSES_MS } from "@cenote/callbacks";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Bounds of the life of a video job. */
export const JOB_LIMITS = {
  /** A submission answers within this; a slower provider leaves the job `pending` and goes on behind the answer. */
  submitAnswerMs: 100,
  /** Time for one provider to accept a job. */
  submitMs: 60 * SECOND_MS,
  /**
   * Images in one process whose videos no provider has accepted yet, bytes: shared among organizations, and an answer to
   * who comes above says when to come back.
   */
  firstFrameBytes: 128 * 1024 * 1024,
  firstFrameBusyMs: SECOND_MS,
  /** Time for one poll. */
  pollMs: 20 * SECOND_MS,
  /**
   * So many refusals of a poll, over so long, end a job: a provider that does not know it says so at once, but
   * something before it may answer in its place.
   */
  pollRefusals: 60,
  refusedForMs: 30 * MINUTE_MS,
  /**
   * A caller waits this long for a fresher state before it gets the stored one: polls are quick, and the next one has
   * it.
   */
  refreshWaitMs: 10,
  /** Time and size of one copy of a video into our storage. */
  copyMs: 5 * MINUTE_MS,
  copyBytes: 1024 * 1024 * 1024,
  /**
   * Copies under way at once in one process, and those of one organization; one to a bucket takes up to 25 MiB of
   * memory.
   */
  copiesAtOnce: 16,
  copiesPerOrganization: 8,
  /**
   * Copies under way or waiting for their turn in one process, and those of one organization. One more is looked at
   * again after a pause.
   */
  copyLanes: 256,
  copyLanesPerOrganization: 16,
  copyBusyMs: 20 * SECOND_MS,
  /** A worker keeps its job for this long without a sign of life, and gives one this often. */
  leaseMs: 15 * SECOND_MS,
  renewMs: 5 * SECOND_MS,
  /** The clocks of replicas differ by less. */
  clocksDifferMs: MINUTE_MS,
  /** A job no provider finished by then is failed. */
  ageMs: 6 * HOUR_MS,
  /** The hold outlives the oldest job. A copy that is tried for hours may outlive it, and is charged all the same. */
  holdTtlMs: 8 * HOUR_MS,
  /**
   * Pause after a piece of work failed that has to be done, settlement or release; and after billing has refused it,
   * which only an operator can change, for instance by bringing back the model's price.
   */
  retryMs: 15 * SECOND_MS,
  refusedRetryMs: 10 * MINUTE_MS,
  /**
   * Pauses between the tries to copy a video. After so many that another try may set right, such as a cut connection,
   * the job is completed with the provider's address, which callers keep for good: it expires.
   */
  copyPatience: 3,
  copyAgainMs: [
    5 * SECOND_MS,
    15 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    5 * MINUTE_MS,
    10 * MINUTE_MS,
    20 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
  ],
  /**
   * So many refusals of the file in a row, over so long, end a job that has no address to give, though its provider
   * says that the video was made.
   */
  copyRefusals: 5,
  copyRefusedForMs: 5 * MINUTE_MS,
  /** Lifetime of a provider's file where the provider tells none. */
  providerFileMs: HOUR_MS,
  /**
   * Callbacks under way at once in one process, and those of one organization. One more waits for another look: as long
   * as it has waited already, from the shortest to the longest pause.
   */
  callbacksAtOnce: 256,
  callbacksPerOrganization: 16,
  callbackBusyMs: 2 * SECOND_MS,
  callbackBusyMostMs: MINUTE_MS,
  callbackAgainMs: CALLBACK_PAUSES_MS,
  /**
   * The sweeper looks for due jobs this often, and works on this many at once in one process. Callbacks and copies are
   * not counted there; with them one sweep looks at about so many.
   */
  sweepEveryMs: SECOND_MS,
  sweepAtOnce: 32,
  sweepLooks: 4096,
  /** Tries to store an offer or a handle while the database is away, and the first pause between them; it doubles. */
  storeTries: 6,
  storeBackoffMs: 200,
  /** What these tries take at most: for so long after its lease a submission is not taken for lost. */
  keepHandleMs: MINUTE_MS,
} as const;
