import { type Clock, type Log, type PeriodicTask, startPeriodicTask } from "@cenote/core";
import type { Background } from "@cenote/core";
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

/**
 * Finishes jobs that nobody polls, before their files are gone at the provider, and resumes jobs that lost their
 * worker; its work continues in the background.
 */
export const startSweeper = ({ store, machine, background, clock, log }: SweeperOptions): PeriodicTask => {
  const atWork = new Set<string>();
  return startPeriodicTask({
    clock,
    log,
    name: "the sweep of video jobs",
    everyMs: JOB_LIMITS.sweepEveryMs,
    async run() {
      const free = JOB_LIMITS.sweepAtOnce - atWork.size;
      for (const job of free > 0 ? await store.due(clock.nowMs(), free) : []) {
        if (atWork.has(job.id)) continue;
        atWork.add(job.id);
        background.run(
          "a video job",
          machine.advance(job).finally(() => {
            atWork.delete(job.id);
          }),
        );
      }
    },
  });
};
