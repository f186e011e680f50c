import type { Clock, Log, Timer } from "@cenote/core";
import { keepFollowing } from "./keep-following";
import type { JobStore } from "./store";
import type { WatchedJobs } from "./watched-jobs";

export interface LookoutOptions {
  readonly store: Pick<JobStore, "findMany" | "follow">;
  readonly watched: WatchedJobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Finds other processes' changes to jobs that are watched in this one. */
export interface Lookout {
  /** Looks out for as long as a job is watched. */
  begin(): void;
  close(): void;
}

/** If the database does not report changes, or a read of them failed. */
const LOOK_EVERY_MS = 1000;
/**
 * Where it does: for what may get lost all the same, in a change of primaries or a connection that is silently dead.
 */
const LOOK_ANYWAY_EVERY_MS = 15_000;

/**
 * The database reports which jobs change, in one stream for all watchers; those that are watched are read, one read at
 * a time.
 *
 * Nothing falls between a watcher's first read and the stream. The watcher reads the job again after it is registered
 * here: later changes are in the stream if that is open, and otherwise in the look that starts once it has opened.
 * Until then, and after it was lost, all watched jobs are looked at each second.
 */
export const createLookout = ({ store, watched, clock, log }: LookoutOptions): Lookout => {
  /** To be read next. */
  const wanted = new Set<string>();
  let reading = false;
  let failing = false;
  let timer: Timer | undefined;
  let closed = false;

  const read = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    while (wanted.size > 0) {
      const ids = [...wanted];
      wanted.clear();
      try {
        const found = await store.findMany(ids);
        for (const job of found) watched.tell(job);
        const there = new Set(found.map(({ id }) => id));
        // Who watches a job has read it before.
        for (const id of ids) if (!there.has(id)) watched.tellRemoved(id);
        failing = false;
      } catch (error) {
        // The next look takes them all.
        wanted.clear();
        if (!failing) log.warn({ error }, "watched video jobs could not be read");
        failing = true;
        arm();
      }
    }
    reading = false;
  };
  const lookAtAll = (): void => {
    for (const id of watched.ids) wanted.add(id);
    void read();
  };
  const arm = (): void => {
    timer?.cancel();
    timer = closed
      ? undefined
      : clock.setTimer(onTimer, following.isOpen && !failing ? LOOK_ANYWAY_EVERY_MS : LOOK_EVERY_MS);
  };
  const onTimer = (): void => {
    // Not with the last watcher, for the next one often comes soon.
    if (watched.isEmpty) {
      timer = undefined;
      following.end();
      return;
    }
    // A database that takes longer for a read than the pause is not asked without any.
    if (!reading) lookAtAll();
    arm();
  };
  const following = keepFollowing({
    store,
    clock,
    log,
    onOpened() {
      lookAtAll();
      arm();
    },
    onChanged(jobId, version) {
      if (!watched.lacks(jobId, version)) return;
      wanted.add(jobId);
      void read();
    },
    onLost: arm,
  });

  return {
    begin() {
      if (closed) return;
      if (timer === undefined) arm();
      following.begin();
    },
    close() {
      closed = true;
      wanted.clear();
      timer?.cancel();
      following.end();
    },
  };
};
