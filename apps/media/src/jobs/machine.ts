import { sendCallback } from "./callback";
import { cancel } from "./cancel";
import { change, changeAndContinue } from "./change";
import { chargeAfterLoss, copyAfterLoss, copyAgain } from "./complete";
import { fail, release } from "./fail";
import type { KeptFrame } from "./first-frames";
import type { Job, JobFailure, TakenJob } from "./job";
import { createLanes } from "./lanes";
import { JOB_LIMITS } from "./limits";
import { poll } from "./poll";
import type { JobParts } from "./ports";
import { submit } from "./submit";
import { toCalledBackLater, toWorking, whatIsDue } from "./transitions";

/**
 * Advances video jobs to their end. Any number of machines, in any number of processes, may work on the same jobs: the
 * one whose change of the row succeeds continues, and the others act on what the row says then.
 */
export interface JobMachine {
  /**
   * Submits a new job to a provider. @param terms Terms of the job's hold. @param frame Its image, which is let go
   * whatever happens; nobody can submit the job again after that. @returns The job afterwards.
   */
  submit(job: Job, terms: TakenJob["terms"], frame: KeptFrame): Promise<Job>;
  /**
   * Does what is due for a job, if anything: polls the provider, or resumes interrupted work.
   * @param onCopy Called when a copy begins, which may take long and has a bound of its own.
   * @returns The job afterwards.
   */
  advance(job: Job, onCopy?: () => void): Promise<Job>;
  cancel(job: Job): Promise<Job>;
}

const LOST: JobFailure = {
  reason: "internal_error",
  error:
    "The service was interrupted while submitting the job to the provider. It is not charged; please submit it again.",
};

export const createJobMachine = (given: Omit<JobParts, "copyLanes">): JobMachine => {
  const callbackLanes = createLanes(JOB_LIMITS.callbacksAtOnce, JOB_LIMITS.callbacksPerOrganization);
  const copyLanes = createLanes(JOB_LIMITS.copyLanes, JOB_LIMITS.copyLanesPerOrganization);
  const parts: JobParts = { ...given, copyLanes };
  /** Jobs that this process is submitting: none of them is lost, however old its lease. */
  const submitting = new Set<string>();

  /** Nobody waits for a callback. @returns False if too many are under way. */
  const startCallback = (job: Job): boolean => {
    if (!callbackLanes.enter(job.organizationId)) return false;
    parts.background.run(
      "a callback",
      sendCallback(parts, job).finally(() => {
        callbackLanes.leave(job.organizationId);
      }),
    );
    return true;
  };

  /** Starts the callback of an ended job at once, without waiting for a sweep. */
  const tellEnd = (job: Job): Job => {
    if (whatIsDue(job, parts.clock.nowMs()) === "callback") startCallback(job);
    return job;
  };

  const step = async (job: Job, onCopy: JobParts["onCopy"]): Promise<Job> => {
    const own = { ...parts, onCopy };
    switch (whatIsDue(job, parts.clock.nowMs())) {
      case undefined:
        return job;
      case "lost_submission":
        return submitting.has(job.id) ? job : fail(parts, job, LOST);
      case "poll":
        return poll(own, job);
      case "copy":
        return copyAfterLoss(own, job);
      case "charge":
        return chargeAfterLoss(parts, job);
      case "release":
        return changeAndContinue(parts, job, toWorking(parts.clock.nowMs()), (failing) => release(parts, failing));
      case "copy_again":
        return copyAgain(own, job);
      case "callback":
        return startCallback(job) ? job : change(parts, job, toCalledBackLater(job, parts.clock.nowMs()));
    }
  };

  return {
    async submit(job, terms, frame) {
      submitting.add(job.id);
      try {
        return tellEnd(await submit(parts, job, terms, frame));
      } finally {
        frame.letGo();
        submitting.delete(job.id);
      }
    },
    advance: async (job, onCopy) => {
      const after = await step(job, onCopy);
      return after === job ? job : tellEnd(after);
    },
    cancel: async (job) => tellEnd(await cancel(parts, job)),
  };
};
