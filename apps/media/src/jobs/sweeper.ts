import { type Background, type Clock, type Log, type PeriodicTask, startPeriodicTask } from "@cenote/core";
import type { Job } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobMachine } from "./machine";
import type { JobStore } from "./store";
import { type DueStep, whatIsDue } from "./transitions";

export interface SweeperOptions {
  readonly store: Pick<JobStore, "due">;
  readonly machine: Pick<JobMachine, "advance">;
  readonly background: Background;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finishes jobs that nobody polls, before the provider deletes their files, and resumes jobs whose worker died. The
 * work runs in the background.
 */
export const startSweeper = ({ store, machine, background, clock, log }: SweeperOptions): PeriodicTask => {
  /** Jobs that count against `sweepAtOnce`. */
  const atWork = new Set<string>();
  /**
   * All jobs under way, also those that no longer count: this process continues such a job even if its lease expires.
   */
  const underWay = new Set<string>();

  /** Resolves when the job no longer counts against `sweepAtOnce`. */
  const work = (job: Job): Promise<void> => {
    atWork.add(job.id);
    underWay.add(job.id);
    return new Promise((left) => {
      const leave = (): void => {
        atWork.delete(job.id);
        left();
      };
      background.run(
        "a video job",
        machine.advance(job, leave).finally(() => {
          underWay.delete(job.id);
          leave();
        }),
      );
    });
  };

  return startPeriodicTask({
    clock,
    log,
    name: "the sweep of video jobs",
    everyMs: JOB_LIMITS.sweepEveryMs,
    async run() {
      const seen = new Set<string>();
      while (seen.size < JOB_LIMITS.maxJobsPerSweep) {
        const free = JOB_LIMITS.sweepAtOnce - atWork.size;
        if (free <= 0) return;
        const limit = seen.size + underWay.size + free;
        const nowMs = clock.nowMs();
        const due = await store.due(nowMs, limit);
        const uncounted: Promise<void>[] = [];
        for (const job of due) {
          if (seen.has(job.id) || underWay.has(job.id)) continue;
          const takesNoPlace = isUncounted(whatIsDue(job, nowMs));
          // Some of the jobs seen before are no longer due, so there may be more new jobs than free places.
          if (!takesNoPlace && atWork.size >= JOB_LIMITS.sweepAtOnce) continue;
          seen.add(job.id);
          const working = work(job);
          if (takesNoPlace) uncounted.push(working);
        }
        await Promise.all(uncounted);
        if (uncounted.length === 0 || due.length < limit) return;
      }
    },
  });
};

const UNCOUNTED: ReadonlySet<DueStep | undefined> = new Set([undefined, "callback", "copy", "copy_again"]);

/**
 * Whether a step does not count against `sweepAtOnce`, so that the sweep reads on past it. Callbacks and copies have
 * bounds of their own, and a submission whose handle may still be stored is left alone.
 */
const isUncounted = (step: DueStep | undefined): boolean => UNCOUNTED.has(step);
