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

/** Finds other processes' changes to jobs that are watched in this process. */
export interface Lookout {
  /** Starts, and continues for as long as any job is watched. */
  begin(): void;
  close(): void;
}

/** Interval of reads while the database reports no changes, or after a read failed. */
const LOOK_EVERY_MS = 1000;
/**
 * Interval of reads while the database reports changes: a change of primaries or a silently dead connection may lose
 * some.
 */
const LOOK_ANYWAY_EVERY_MS = 15_000;

/**
 * The database reports which jobs change, in one stream for all watchers of the process. Watched jobs among them are
 * read, in one read at a time.
 *
 * No change is lost between a watcher's first read and the stream. The watcher reads the job again after it is
 * registered here; later changes come through the stream if it is open, and otherwise through the read of all watched
 * jobs that follows its opening. While the stream is not open, all watched jobs are read every second.
 */
export const createLookout = ({ store, watched, clock, log }: LookoutOptions): Lookout => {
  /** Ids to read next. */
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
        for (const job of found) watched.notify(job);
        const there = new Set(found.map(({ id }) => id));
        // A watcher has read the job before it watches, so a missing row was deleted.
        for (const id of ids) if (!there.has(id)) watched.notifyRemoved(id);
        failing = false;
      } catch (error) {
        // The next timer reads all watched jobs.
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
    // The stream stays open until the next timer, because another watcher often comes soon.
    if (watched.isEmpty) {
      timer = undefined;
      following.end();
      return;
    }
    // If a read takes longer than the interval, the next read waits for it.
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
