import type { Clock, Log } from "@cenote/core";
import { createLookout } from "./lookout";
import type { JobStore } from "./store";
import { createWatchedJobs, type JobListener } from "./watched-jobs";

/**
 * Tells watchers of job changes: at once for this process's, soon for others'. Never an older version after a later
 * one.
 */
export interface JobEvents {
  /**
   * A caller that reads the job after this call misses no change.
   * @returns Stops watching. Errors: overloaded, if too many jobs are watched.
   */
  watch(jobId: string, listener: JobListener): () => void;
  close(): void;
}

export interface JobEventsOptions {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** @returns The events, and the same store telling them what it changes. */
export const createJobEvents = ({
  store,
  clock,
  log,
}: JobEventsOptions): { readonly events: JobEvents; readonly store: JobStore } => {
  const watched = createWatchedJobs();
  const lookout = createLookout({ store, watched, clock, log });
  return {
    events: {
      watch(jobId, listener) {
        const stop = watched.watch(jobId, listener);
        lookout.begin();
        return stop;
      },
      close() {
        lookout.close();
      },
    },
    store: {
      ...store,
      async update(job, change) {
        const changed = await store.update(job, change);
        if (changed !== undefined) watched.tell(changed);
        return changed;
      },
      async remove(job) {
        const removed = await store.remove(job);
        if (removed) watched.tellRemoved(job.id);
        return removed;
      },
    },
  };
};
