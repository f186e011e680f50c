import type { ProviderErrorKind } from "@cenote/providers";

/** What a caller sees of a job's progress. */
export type JobStatus = "pending" | "processing" | "completed" | "failed";

/**
 * Where a job stands, and so what has to be done next should its worker be lost:
 * - `submitting`: the row exists; once it is `offered`, a provider may have been asked, and a lost one can't be found
 *   again and fails
 * - `running`: a provider took it; it is polled
 * - `copying`: the provider has finished; the video is copied to our storage
 * - `charging`: where the video is to be had is decided; the charge is not known to be posted
 * - `failing`: it failed; the hold is not known to be released
 * - `completed`, `failed`: it has ended. What may be left is a copy or a callback to be tried again
 */
export type JobPhase = "submitting" | "running" | "copying" | "charging" | "failing" | "completed" | "failed";

/** Why a job failed. That its provider failed is said more exactly if none has taken it. */
export type FailureReason = "cancelled" | "provider_unavailable" | "internal_error" | ProviderErrorKind;

/** One try of a route, as it goes into the usage record. */
export interface JobAttempt {
  /** `<provider>/<upstream model>`; `<provider>#<n>/<upstream model>` where the provider has several keys. */
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface JobFailure {
  readonly reason: FailureReason;
  /** The same in words, for the caller. */
  readonly error: string;
  readonly attempts?: readonly JobAttempt[];
}

export interface JobRoute {
  readonly provider: string;
  /** The provider's own model id. */
  readonly model: string;
  /**
   * Digest of the key it was submitted with, which alone finds it there again; absent where the provider needs none.
   */
  readonly key?: string;
}

/** A job in a provider's hands. */
export interface TakenJob {
  readonly route: JobRoute;
  /** Opaque: all that is needed to find the job there again. */
  readonly handle: string;
  /** The prices and the rate it is held for, as billing gave them; undefined in jobs from before they were kept. */
  readonly terms: string | undefined;
}

/** In a row. */
export interface Refusals {
  readonly count: number;
  /** When the first of them came. */
  readonly sinceMs: number;
}

/** What of a job never changes. */
export interface JobOrder {
  /** UUID. */
  readonly id: string;
  readonly organizationId: string;
  /** Empty for a service that acts for the organization itself. */
  readonly keyId: string;
  /**
   * Client token the job was made with: its budget pays as well, and of all client tokens it alone has the job. Empty
   * where there is none.
   */
  readonly clientTokenId: string;
  /** Id of the call that made it; it is charged under this id. */
  readonly requestId: string;
  /** Random UUID in the path of its video. */
  readonly mediaId: string;
  readonly model: string;
  readonly prompt: string;
  /** Seconds that are made and billed. */
  readonly durationS: number;
  readonly aspectRatio: string | undefined;
  /** SHA-256, in hex, of the image that the video begins with; undefined where there is none. The image is not stored. */
  readonly firstFrameDigest: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly createdAtMs: number;
}

/** A video job as it is stored. Every change is a compare-and-set on `version`. */
export interface Job extends JobOrder {
  /** Counts the changes. */
  readonly version: number;
  readonly phase: JobPhase;
  /** Nobody works on the job before this; undefined if nothing is left to do. */
  readonly dueAtMs: number | undefined;
  /** Whether a provider may have been asked to take it. */
  readonly offered: boolean;
  readonly attempts: readonly JobAttempt[];
  /** Undefined until a provider has taken it. */
  readonly taken: TakenJob | undefined;
  /** Polls, other failures aside, that the provider refused; once it is made, copies. Undefined if there are none. */
  readonly refused: Refusals | undefined;
  /** Where the provider has the video, and until when. */
  readonly providerUrl: string | undefined;
  readonly providerUrlExpiresAtMs: number | undefined;
  /** Ours, or the provider's where the copy failed. */
  readonly videoUrl: string | undefined;
  /** Whether `videoUrl` is ours. */
  readonly stored: boolean;
  /** Copies that failed. */
  readonly copyFailures: number;
  /** When a completed job is copied again; undefined where it is not. */
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
  /** When the end is next sent to `callbackUrl`; undefined if it is not, or no longer. */
  readonly callbackDueAtMs: number | undefined;
}

export interface NewJob extends JobOrder {
  readonly dueAtMs: number;
}

/** The intent row, as it stands before any provider is asked. */
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
      // What no provider took goes from `pending` to `failed`.
      return taken === undefined ? "pending" : "processing";
    case "completed":
    case "failed":
      return phase;
  }
};
