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
 * Finishes jobs that nobody polls, before their files are gone at the provider, and resumes jobs that lost their
 * worker; its work continues in the background.
 */
export const startSweeper = ({ store, machine, background, clock, log }: SweeperOptions): PeriodicTask => {
  /** Jobs that take a place. */
  const atWork = new Set<string>();
  /** With those that no longer take a place: one whose lease has run out here goes on here. */
  const underWay = new Set<string>();

  /** Resolves when the job no longer takes a place. */
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
      while (seen.size < JOB_LIMITS.sweepLooks) {
        const free = JOB_LIMITS.sweepAtOnce - atWork.size;
        if (free <= 0) return;
        const limit = seen.size + underWay.size + free;
        const nowMs = clock.nowMs();
        const due = await store.due(nowMs, limit);
        const passing: Promise<void>[] = [];
        for (const job of due) {
          if (seen.has(job.id) || underWay.has(job.id)) continue;
          const passes = isPassing(whatIsDue(job, nowMs));
          // Of those that were seen some are due no longer, so there may be more new ones than places.
          if (!passes && atWork.size >= JOB_LIMITS.sweepAtOnce) continue;
          seen.add(job.id);
          const working = work(job);
          if (passes) passing.push(working);
        }
        await Promise.all(passing);
        if (passing.length === 0 || due.length < limit) return;
      }
    },
  });
};

const PASSING: ReadonlySet<DueStep | undefined> = new Set([undefined, "callback", "copy", "copy_again"]);

/**
 * Takes no place, so that what comes after it is read too: a callback and a copy have lanes of their own or are put off,
 * however many there are, and a submission that may yet be told of is left alone.
 */
const isPassing = (step: DueStep | undefined): boolean => PASSING.has(step);
