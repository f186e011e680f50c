import type { Cost } from "@cenote/calls";
import type { Background, Clock, Log } from "@cenote/core";
import type { CancelledVideo, MadeVideo, PolledVideo, VideoCall } from "@cenote/providers";
import type { Job, JobAttempt, TakenJob } from "./job";
import type { Lanes } from "./lanes";
import type { JobStore } from "./store";

/** The provider that took a job, asked about that job. Every failure is a ProviderError. */
export interface VideoRoute {
  /** Shortest time between two polls of one job. */
  readonly pollIntervalMs: number;
  poll(): Promise<PolledVideo>;
  /** @returns Undefined where the provider can't. */
  cancel(): Promise<CancelledVideo | undefined>;
  /** Tells the provider, where it can be told, that nobody wants the job any more. */
  stop(): Promise<void>;
}

/** What a provider that takes a job says of it. */
export interface TakenVideo extends Omit<TakenJob, "terms"> {
  readonly pollIntervalMs: number;
}

/** The ways to providers, by the catalog in force. */
export interface VideoRoutes {
  /**
   * Submits a job to the first of its model's routes that takes it, and to none after one that may have taken it.
   * @param attempts Gets every try. Errors: provider_unavailable and others for the caller, with the provider's
   * failure, if any, as their cause.
   */
  submit(job: Pick<Job, "model" | "requestId">, call: VideoCall, attempts: JobAttempt[]): Promise<TakenVideo>;
  /**
   * The way to a provider that took a job, also where the catalog has no such route any more. Undefined where the
   * provider is gone.
   */
  find(taken: Omit<TakenJob, "terms">): VideoRoute | undefined;
}

/** Brings a video into our storage. */
export interface VideoCopier {
  /** @returns Its address there. The same job is written to the same place. */
  copy(job: Job, video: MadeVideo): Promise<string>;
  /** Takes away what was copied for a job, durably; nothing happens where there is none. */
  remove(job: Job): Promise<void>;
}

/** A job's money, by its request id. Both calls may be repeated and act only once. */
export interface JobMoney {
  /** Durable when it resolves. */
  settle(job: Job): Promise<Cost>;
  release(job: Job): Promise<void>;
}

/** Reports the end of a job to its callback address. */
export interface JobCallbacks {
  /** Rejects where it is worth another try. @returns Whether it was taken; false where it will never be. */
  deliver(job: Job): Promise<boolean>;
}

/** What the life of a job runs on. */
export interface JobParts {
  readonly store: JobStore;
  readonly routes: VideoRoutes;
  readonly copier: VideoCopier;
  readonly money: JobMoney;
  readonly callbacks: JobCallbacks;
  /** Of copies, those that wait for their turn among them. */
  readonly copyLanes: Lanes;
  /** Called where a copy begins. */
  readonly onCopy?: (() => void) | undefined;
  /** What nobody has to wait for. */
  readonly background: Background;
  readonly clock: Clock;
  readonly log: Log;
}
