import { CenoteError } from "@cenote/core";
import type { Job } from "./job";

/** Undefined when the job was deleted. */
export type JobListener = (job: Job | undefined) => void;

/** The watchers of jobs in this process, and the last version sent to each job's watchers. */
export interface WatchedJobs {
  readonly ids: Iterable<string>;
  readonly isEmpty: boolean;
  /** @returns Stops the watch. Errors: overloaded, if too many jobs are watched. */
  watch(jobId: string, listener: JobListener): () => void;
  /** Sends the job to its watchers, unless they already have a later version. */
  notify(job: Job): void;
  /** Tells the job's watchers that it was deleted. */
  notifyRemoved(jobId: string): void;
  /** Whether a watcher of the job has not received this version. */
  lacks(jobId: string, version: number | undefined): boolean;
}

interface Watched {
  readonly listeners: Set<JobListener>;
  sentVersion: number;
}

const MAX_WATCHED_JOBS = 10_000;

export const createWatchedJobs = (): WatchedJobs => {
  const watched = new Map<string, Watched>();
  const begin = (jobId: string): Watched => {
    if (watched.size >= MAX_WATCHED_JOBS)
      throw new CenoteError("overloaded", "Too many video jobs are being watched at the moment.");
    const entry: Watched = { listeners: new Set(), sentVersion: 0 };
    watched.set(jobId, entry);
    return entry;
  };
  return {
    get ids() {
      return watched.keys();
    },
    get isEmpty() {
      return watched.size === 0;
    },
    watch(jobId, listener) {
      const entry = watched.get(jobId) ?? begin(jobId);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0 && watched.get(jobId) === entry) watched.delete(jobId);
      };
    },
    notify(job) {
      const entry = watched.get(job.id);
      // A change may arrive before the answer to an earlier read. The same version is sent again, because a watcher may
      // have joined since.
      if (entry === undefined || job.version < entry.sentVersion) return;
      entry.sentVersion = job.version;
      for (const listener of entry.listeners) listener(job);
    },
    notifyRemoved(jobId) {
      for (const listener of watched.get(jobId)?.listeners ?? []) listener(undefined);
    },
    lacks(jobId, version) {
      const entry = watched.get(jobId);
      return entry !== undefined && (version === undefined || version > entry.sentVersion);
    },
  };
};
