import { CenoteError, type Clock, type Log, type Timer } from "@cenote/core";
import type { Job } from "./job";
import type { JobStore } from "./store";

/** Tells watchers what becomes of jobs: at once what this process does, within a second what another does. */
export interface JobEvents {
  /** @returns Stops telling. Errors: overloaded, where too many jobs are watched. */
  watch(jobId: string, listener: (job: Job) => void): () => void;
  close(): void;
}

export interface JobEventsOptions {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** For what other processes do. Only while somebody watches. */
const LOOK_EVERY_MS = 1000;
const MAX_WATCHED_JOBS = 10_000;

/** @returns The events, and the same store telling them what it changes. */
export const createJobEvents = ({ store, clock, log }: JobEventsOptions): { readonly events: JobEvents; readonly store: JobStore } => {
  const watched = new Map<string, Set<(job: Job) => void>>();
  let timer: Timer | undefined;
  let looking = false;
  let closed = false;

  const tell = (job: Job): void => {
    for (const listener of watched.get(job.id) ?? []) listener(job);
  };
  const look = async (): Promise<void> => {
    looking = true;
    try {
      for (const job of await store.findMany([...watched.keys()])) tell(job);
    } catch (error) {
      log.warn({ error }, "watched video jobs could not be looked at");
    }
    looking = false;
    arm();
  };
  const arm = (): void => {
    timer?.cancel();
    timer = closed || looking || watched.size === 0 ? undefined : clock.setTimer(() => { void look(); }, LOOK_EVERY_MS);
  };

  return {
    events: {
      watch(jobId, listener) {
        const listeners = watched.get(jobId) ?? new Set();
        if (listeners.size === 0 && watched.size >= MAX_WATCHED_JOBS) throw new CenoteError("overloaded", "Too many video jobs are watched at the moment.");
        listeners.add(listener);
        watched.set(jobId, listeners);
        if (timer === undefined) arm();
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0 && watched.get(jobId) === listeners) watched.delete(jobId);
        };
      },
      close() {
        closed = true;
        timer?.cancel();
      },
    },
    store: {
      insert: (job) => store.insert(job),
      find: (id) => store.find(id),
      findMany: (ids) => store.findMany(ids),
      async update(job, change) {
        const changed = await store.update(job, change);
        if (changed !== undefined) tell(changed);
        return changed;
      },
      remove: (job) => store.remove(job),
      list: (organizationId, query) => store.list(organizationId, query),
      due: (nowMs, limit) => store.due(nowMs, limit),
      follow: (follower) => store.follow(follower),
    },
  };
};
