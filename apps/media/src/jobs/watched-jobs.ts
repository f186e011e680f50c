import { CenoteError } from "@cenote/core";
import type { Job } from "./job";

/** Undefined: it was taken away. */
export type JobListener = (job: Job | undefined) => void;

/** Who in this process watches which job, and what they have been sent. */
export interface WatchedJobs {
  readonly ids: Iterable<string>;
  readonly isEmpty: boolean;
  /** @returns Stops the watch. Errors: overloaded, if too many jobs are watched. */
  watch(jobId: string, listener: JobListener): () => void;
  /** Sends the job to its watchers, unless they have had a later version. */
  tell(job: Job): void;
  /** Tells its watchers that the job was taken away. */
  tellRemoved(jobId: string): void;
  /** Whether somebody watches the job who has not heard of this version. */
  lacks(jobId: string, version: number | undefined): boolean;
}

interface Watched {
  readonly listeners: Set<JobListener>;
  toldVersion: number;
}

const MAX_WATCHED_JOBS = 10_000;

export const createWatchedJobs = (): WatchedJobs => {
  const watched = new Map<string, Watched>();
  const begin = (jobId: string): Watched => {
    if (watched.size >= MAX_WATCHED_JOBS)
      throw new CenoteError("overloaded", "Too many video jobs are being watched at the moment.");
    const entry: Watched = { listeners: new Set(), toldVersion: 0 };
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
    tell(job) {
      const entry = watched.get(job.id);
      // A change may arrive before the answer to an earlier read. The same version is reported again, because one may
      // have come later.
      if (entry === undefined || job.version < entry.toldVersion) return;
      entry.toldVersion = job.version;
      for (const listener of entry.listeners) listener(job);
    },
    tellRemoved(jobId) {
      for (const listener of watched.get(jobId)?.listeners ?? []) listener(undefined);
    },
    lacks(jobId, version) {
      const entry = watched.get(jobId);
      return entry !== undefined && (version === undefined || version > entry.toldVersion);
    },
  };
};
