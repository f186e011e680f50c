import type { ProviderErrorKind } from "@cenote/providers";

/** The status that a caller sees. */
export type JobStatus = "pending" | "processing" | "completed" | "failed";

/**
 * The phase of a job, which says what to do next if its worker dies:
 * - `submitting`: the row exists. Once it is `offered`, a provider may have been asked; if its worker dies then, the
 *   submission can't be found again and the job fails
 * - `running`: a provider accepted the job; it is polled
 * - `copying`: the provider has finished; the video is copied to our storage
 * - `charging`: the video's address is decided; the charge may not have been posted
 * - `failing`: the job failed; the hold may not have been released
 * - `completed`, `failed`: the job has ended. A copy or a callback may still be retried
 */
export type JobPhase = "submitting" | "running" | "copying" | "charging" | "failing" | "completed" | "failed";

/** Why a job failed. If no provider accepted the job, the reason is the kind of the provider's failure. */
export type FailureReason = "cancelled" | "provider_unavailable" | "internal_error" | ProviderErrorKind;

/** One try of a route, for the usage record. */
export interface JobAttempt {
  /** `<provider>/<upstream model>`; `<provider>#<n>/<upstream model>` if the provider has several keys. */
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface JobFailure {
  readonly reason: FailureReason;
  /** The failure in words, for the caller. */
  readonly error: string;
  readonly attempts?: readonly JobAttempt[];
}

export interface JobRoute {
  readonly provider: string;
  /** The provider's own model id. */
  readonly model: string;
  /**
   * Digest of the key that the job was submitted with; only that key finds the job at the provider. Absent if the
   * provider needs no key.
   */
  readonly key?: string;
}

/** A job that a provider accepted. */
export interface TakenJob {
  readonly route: JobRoute;
  /** Opaque: everything needed to find the job at the provider. */
  readonly handle: string;
  /**
   * The prices and the exchange rate of the job's hold, as billing returned them; undefined in jobs from before they
   * were stored.
   */
  readonly terms: string | undefined;
}

/** Consecutive refusals. */
export interface Refusals {
  readonly count: number;
  /** Time of the first one. */
  readonly sinceMs: number;
}

/** The fields of a job that never change. */
export interface JobOrder {
  /** UUID. */
  readonly id: string;
  readonly organizationId: string;
  /** Empty for a service that acts for the organization itself. */
  readonly keyId: string;
  /**
   * Client token that created the job: its budget pays as well, and no other client token may see the job. Empty if an
   * API key created it.
   */
  readonly clientTokenId: string;
  /** Id of the call that created the job; the job is charged under this id. */
  readonly requestId: string;
  /** Random UUID in the path of its video. */
  readonly mediaId: string;
  readonly model: string;
  readonly prompt: string;
  /** Length that is made and billed. */
  readonly durationS: number;
  readonly aspectRatio: string | undefined;
  /**
   * SHA-256, in hex, of the image that the video begins with; undefined without one. The image itself is not stored.
   */
  readonly firstFrameDigest: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly createdAtMs: number;
}

/** A video job as it is stored. Every change is a compare-and-set on `version`. */
export interface Job extends JobOrder {
  /** Increases with each change. */
  readonly version: number;
  readonly phase: JobPhase;
  /** Nobody works on the job before this time; undefined if nothing is left to do. */
  readonly dueAtMs: number | undefined;
  /** Whether a provider may have been asked to take it. */
  readonly offered: boolean;
  readonly attempts: readonly JobAttempt[];
  /** Undefined until a provider has accepted the job. */
  readonly taken: TakenJob | undefined;
  /**
   * Before the video is made: polls that the provider refused, not counting other failures. After that: copies that it
   * refused. Undefined if there are none.
   */
  readonly refused: Refusals | undefined;
  /** The provider's address of the video, and when it expires. */
  readonly providerUrl: string | undefined;
  readonly providerUrlExpiresAtMs: number | undefined;
  /** Our address, or the provider's if the copy failed. */
  readonly videoUrl: string | undefined;
  /** Whether `videoUrl` is ours. */
  readonly stored: boolean;
  /** Copies that failed. */
  readonly copyFailures: number;
  /** When the copy of a completed job is retried; undefined if it is not. */
  readonly copyDueAtMs: number | undefined;
  /** For the caller. */
  readonly error: string | undefined;
  /** For the usage record; `ok` unless it failed. */
  readonly outcome: "ok" | FailureReason;
  readonly endedAtMs: number | undefined;
  /** Exact decimal; empty until it is charged. */
  readonly costUsd: string;
  readonly costNanoMxn: bigint;
  /** Callbacks that failed. */
  readonly callbackFailures: number;
  /** When the end is next sent to `callbackUrl`; undefined if it is not sent, or no longer. */
  readonly callbackDueAtMs: number | undefined;
}

export interface NewJob extends JobOrder {
  readonly dueAtMs: number;
}

/** A new row, before any provider is asked. */
export const newJob = (job: NewJob): Job => ({
  ...job,
  version: 1,
  phase: "submitting",
  offered: false,
  attempts: [],
  taken: undefined,
  refused: undefined,
  providerUrl: undefined,
  providerUrlExpiresAtMs: undefined,
  videoUrl: undefined,
  stored: false,
  copyFailures: 0,
  copyDueAtMs: undefined,
  error: undefined,
  outcome: "ok",
  endedAtMs: undefined,
  costUsd: "",
  costNanoMxn: 0n,
  callbackFailures: 0,
  callbackDueAtMs: undefined,
});

export const hasEnded = ({ phase }: Pick<Job, "phase">): boolean => phase === "completed" || phase === "failed";

export const statusOf = ({ phase, taken }: Pick<Job, "phase" | "taken">): JobStatus => {
  switch (phase) {
    case "submitting":
      return "pending";
    case "running":
    case "copying":
    case "charging":
      return "processing";
    case "failing":
      // A job that no provider accepted goes from `pending` to `failed`.
      return taken === undefined ? "pending" : "processing";
    case "completed":
    case "failed":
      return phase;
  }
};
