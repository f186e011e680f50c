import { CALLBACK_PAUSES_MS } from "@cenote/callbacks";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Limits in the life of a video job. */
export const JOB_LIMITS = {
  /**
   * A submission is answered within this time. If the provider is slower, the answer says `pending` and the submission
   * continues in the background.
   */
  submitAnswerMs: 100,
  /** Time for one provider to accept a job. */
  submitMs: 60 * SECOND_MS,
  /**
   * Memory in one process for images of jobs that no provider has accepted yet, divided among organizations; and the
   * `Retry-After` of a call that exceeds it.
   */
  firstFrameBytes: 128 * 1024 * 1024,
  firstFrameBusyMs: SECOND_MS,
  /** Time for one poll. */
  pollMs: 20 * SECOND_MS,
  /**
   * This many refused polls, over at least this long, fail a job. A provider that does not know the job says so at
   * once, but something in front of the provider may have answered in its place.
   */
  pollRefusals: 60,
  refusedForMs: 30 * MINUTE_MS,
  /**
   * A caller waits this long for a fresh state, then gets the stored one. Polls are quick, and the caller's next
   * request gets the new state.
   */
  refreshWaitMs: 10,
  /** Time and size limits of one copy of a video into our storage. */
  copyMs: 5 * MINUTE_MS,
  copyBytes: 1024 * 1024 * 1024,
  /** Copies under way at once, per process and per organization. One copy to a bucket takes up to 25 MiB of memory. */
  copiesAtOnce: 16,
  copiesPerOrganization: 8,
  /** Copies under way or queued, per process and per organization. Another copy becomes due again after the pause. */
  copyLanes: 256,
  copyLanesPerOrganization: 16,
  copyBusyMs: 20 * SECOND_MS,
  /** A lease lasts this long after its last renewal, and is renewed this often. */
  leaseMs: 15 * SECOND_MS,
  renewMs: 5 * SECOND_MS,
  /** Upper bound of the difference between the clocks of replicas. */
  clocksDifferMs: MINUTE_MS,
  /** A job that no provider has finished by this age fails. */
  ageMs: 6 * HOUR_MS,
  /**
   * The hold outlives the oldest job. A copy that is retried for hours may outlive the hold; it is charged all the
   * same.
   */
  holdTtlMs: 8 * HOUR_MS,
  /**
   * Pauses before a settlement or a release is retried: after a failure, and after billing refused it. Only an operator
   * can lift a refusal, for instance by restoring the model's price.
   */
  retryMs: 15 * SECOND_MS,
  refusedRetryMs: 10 * MINUTE_MS,
  /**
   * Pauses between tries to copy a video. After this many failures that may pass, such as a cut connection, the job is
   * completed with the provider's address. That comes late because callers keep the address, which expires.
   */
  quickCopyTries: 3,
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
   * For a job without an address to return: this many refusals of the file in a row, over at least this long, fail it,
   * although the provider reported the video as made.
   */
  copyRefusals: 5,
  copyRefusedForMs: 5 * MINUTE_MS,
  /** Assumed lifetime of a provider's file if the provider does not state one. */
  providerFileMs: HOUR_MS,
  /**
   * Callbacks under way at once, per process and per organization. Another callback is put off for as long as it has
   * waited already, between the shortest and the longest pause.
   */
  callbacksAtOnce: 256,
  callbacksPerOrganization: 16,
  callbackBusyMs: 2 * SECOND_MS,
  callbackBusyMostMs: MINUTE_MS,
  callbackAgainMs: CALLBACK_PAUSES_MS,
  /**
   * How often the sweeper looks for due jobs, and how many it works on at once in one process. Callbacks and copies do
   * not count; including them, one sweep takes up at most about `maxJobsPerSweep` jobs.
   */
  sweepEveryMs: SECOND_MS,
  sweepAtOnce: 32,
  maxJobsPerSweep: 4096,
  /**
   * Tries to store an offer or a handle while the database can't be reached, and the first pause between them; the
   * pause doubles.
   */
  storeTries: 6,
  storeBackoffMs: 200,
  /** Upper bound of the time these tries take. A submission counts as lost only this long after its lease has ended. */
  storeHandleMs: MINUTE_MS,
} as const;
