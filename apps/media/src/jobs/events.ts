import type { Clock, Log } from "@cenote/core";
import { createLookout } from "./lookout";
import type { JobStore } from "./store";
import { createWatchedJobs, type JobListener } from "./watched-jobs";

/**
 * Reports job changes to watchers: this process's changes at once, other processes' changes soon. A watcher never gets
 * an older version after a later one.
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

/** @returns The events, and the store wrapped so that its changes are reported to them. */
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
        if (changed !== undefined) watched.notify(changed);
        return changed;
      },
      async remove(job) {
        const removed = await store.remove(job);
        if (removed) watched.notifyRemoved(job.id);
        return removed;
      },
    },
  };
};
