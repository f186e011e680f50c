import type { Clock, Log } from "@cenote/core";
import type { CancelledVideo, MadeVideo, PolledVideo, VideoCall } from "@cenote/providers";
import type { Background } from "@cenote/core";
import type { Job, JobAttempt, JobRoute } from "./job";
import type { Lanes } from "./lanes";
import type { JobStore } from "./store";

/** The provider that took a job. Every failure is a ProviderError. */
export interface VideoRoute {
  /** Shortest time between two polls of one job. */
  readonly pollIntervalMs: number;
  poll(handle: string): Promise<PolledVideo>;
  /** @returns Undefined where the provider can't. */
  cancel(handle: string): Promise<CancelledVideo | undefined>;
  /** Tells the provider, where it can be told, that nobody wants the job any more. */
  stop(handle: string): Promise<void>;
}

/** A job in the hands of a provider. */
export interface TakenVideo {
  readonly route: JobRoute;
  /** Opaque: all that is needed to find the job there. */
  readonly handle: string;
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
  find(route: JobRoute): VideoRoute | undefined;
}

/** Brings a video into our storage. */
export interface VideoCopier {
  /** @returns Its address there. The same job is written to the same place. */
  copy(job: Job, video: MadeVideo): Promise<string>;
}

export interface JobCost {
  /** Exact decimal. */
  readonly costUsd: string;
  readonly costNanoMxn: bigint;
}

/** A job's money, by its request id. Both calls may be repeated and act only once. */
export interface JobMoney {
  /** Durable when it resolves. */
  settle(job: Job): Promise<JobCost>;
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
  /** What nobody has to wait for. */
  readonly background: Background;
  readonly clock: Clock;
  readonly log: Log;
}
