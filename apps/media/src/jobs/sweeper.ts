import type { Clock, Log, Timer } from "@cenote/core";
import type { Background } from "./background";
import { JOB_LIMITS } from "./limits";
import type { JobMachine } from "./machine";
import type { JobStore } from "./store";

export interface SweeperOptions {
  readonly store: Pick<JobStore, "due">;
  readonly machine: Pick<JobMachine, "advance">;
  readonly background: Background;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Sweeper {
  /** Starts no further work; what is under way goes on in the background. */
  close(): Promise<void>;
}

/** Finishes jobs nobody polls, before their files are gone at the provider, and takes up what lost its worker. */
export const startSweeper = ({ store, machine, background, clock, log }: SweeperOptions): Sweeper => {
  const atWork = new Set<string>();
  let timer: Timer | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let failing = false;
  let closed = false;

  const sweep = async (): Promise<void> => {
    try {
      const free = JOB_LIMITS.sweepAtOnce - atWork.size;
      const jobs = free > 0 ? await store.due(clock.nowMs(), free) : [];
      failing = false;
      for (const job of jobs) {
        if (atWork.has(job.id)) continue;
        atWork.add(job.id);
        background.run("a video job", machine.advance(job).finally(() => { atWork.delete(job.id); }));
      }
    } catch (error) {
      if (!failing) log.warn({ error }, "video jobs could not be looked through");
      failing = true;
    }
    arm();
  };
  const arm = () => {
    if (!closed) timer = clock.setTimer(() => { sweeping = sweep(); }, JOB_LIMITS.sweepEveryMs);
  };
  arm();

  return {
    async close() {
      closed = true;
      timer?.cancel();
      await sweeping;
    },
  };
};
