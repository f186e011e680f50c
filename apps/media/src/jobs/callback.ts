import { current } from "./fail";
import type { Job } from "./job";
import { keepLease } from "./lease";
import type { JobParts } from "./ports";
import { toCalledBack, toWorking } from "./transitions";

/** Tells the end of a job to its callback address, unless another does at this moment. */
export const callBack = async (parts: JobParts, job: Job): Promise<Job> => {
  const { store, callbacks, clock, log } = parts;
  const calling = await store.update(job, toWorking(clock.nowMs()));
  if (calling === undefined) return current(parts, job);
  const lease = keepLease(parts, calling);
  let over = true;
  try {
    const taken = await callbacks.deliver(calling);
    if (!taken) log.info({ jobId: job.id }, "a callback is not told: it is not wanted any more, or its address is not public");
  } catch (error) {
    over = false;
    log.info({ jobId: job.id, failures: calling.callbackFailures + 1, error: error instanceof Error ? error.message : error }, "a callback was not taken");
  }
  const called = await lease.end();
  return (await store.update(called, toCalledBack(called, over, clock.nowMs()))) ?? current(parts, called);
};
