import type { Job, JobAttempt } from "./job";
import { keepLease } from "./lease";
import type { JobParts } from "./ports";
import { toFailed, toFailing, toMoneyLater } from "./transitions";

export interface JobFailure {
  /** For the caller. */
  readonly error: string;
  /** For the usage record. */
  readonly outcome: string;
  readonly attempts?: readonly JobAttempt[];
}

/** Ends a job without a charge; the hold is released before anybody sees it failed. @returns Its state then. */
export const fail = async (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> => {
  const failing = await parts.store.update(job, toFailing(failure, parts.clock.nowMs()));
  return failing === undefined ? current(parts, job) : release(parts, failing);
};

/** The second half of a failure. Where billing is away, it is taken up again later. */
export const release = async (parts: JobParts, failing: Job): Promise<Job> => {
  const { store, money, clock, log } = parts;
  const lease = keepLease(parts, failing);
  try {
    await money.release(failing);
  } catch (error) {
    log.warn({ jobId: failing.id, requestId: failing.requestId, error }, "the hold of a failed video job is released later");
    const held = await lease.end();
    return (await store.update(held, toMoneyLater(clock.nowMs()))) ?? current(parts, held);
  }
  const released = await lease.end();
  return (await store.update(released, toFailed(released, clock.nowMs()))) ?? current(parts, released);
};

/** What another made of the job in between. */
export const current = async ({ store }: JobParts, job: Job): Promise<Job> => (await store.find(job.id)) ?? job;
