import type { Cost } from "@cenote/calls";
import type { Background, Clock, Log } from "@cenote/core";
import type { CancelledVideo, MadeVideo, PolledVideo, VideoCall } from "@cenote/providers";
import type { Job, JobAttempt, TakenJob } from "./job";
import type { Lanes } from "./lanes";
import type { JobStore } from "./store";

/** The provider that accepted a job, for calls about that job. Every failure is a ProviderError. */
export interface VideoRoute {
  /** Shortest time between two polls of one job. */
  readonly pollIntervalMs: number;
  poll(): Promise<PolledVideo>;
  /** @returns Undefined if the provider can't cancel. */
  cancel(): Promise<CancelledVideo | undefined>;
  /** Tells the provider, if it has a way, that the job is no longer wanted. */
  stop(): Promise<void>;
}

/** What a provider returns when it accepts a job. */
export interface TakenVideo extends Omit<TakenJob, "terms"> {
  readonly pollIntervalMs: number;
}

/** Routes to providers, from the current catalog. */
export interface VideoRoutes {
  /**
   * Submits a job to the first of its model's routes that accepts it, and to none after a provider that may have
   * accepted it.
   * @param attempts Receives every try. Errors: provider_unavailable and others for the caller, with the provider's
   * failure, if any, as their cause.
   */
  submit(job: Pick<Job, "model" | "requestId">, call: VideoCall, attempts: JobAttempt[]): Promise<TakenVideo>;
  /**
   * The provider that accepted a job, even if the catalog no longer has that route. Undefined if the provider is gone.
   */
  find(taken: Omit<TakenJob, "terms">): VideoRoute | undefined;
}

/** Copies videos into our storage. */
export interface VideoCopier {
  /** @returns Our address of the video. The same job is always written to the same place. */
  copy(job: Job, video: MadeVideo): Promise<string>;
  /** Deletes the copied file of a job, durably; no effect if there is none. */
  remove(job: Job): Promise<void>;
}

/** The payment of a job, under its request id. Both calls are idempotent. */
export interface JobMoney {
  /** Durable when it resolves. */
  settle(job: Job): Promise<Cost>;
  release(job: Job): Promise<void>;
}

/** Reports the end of a job to its callback address. */
export interface JobCallbacks {
  /** Rejects if a retry may succeed. @returns Whether the receiver accepted it; false if it never will. */
  deliver(job: Job): Promise<boolean>;
}

/** The dependencies of the job machine. */
export interface JobParts {
  readonly store: JobStore;
  readonly routes: VideoRoutes;
  readonly copier: VideoCopier;
  readonly money: JobMoney;
  readonly callbacks: JobCallbacks;
  /** Counts copies under way and copies that wait for their turn. */
  readonly copyLanes: Lanes;
  /** Called when a copy begins. */
  readonly onCopy?: (() => void) | undefined;
  /** Runs work that nobody waits for. */
  readonly background: Background;
  readonly clock: Clock;
  readonly log: Log;
}
