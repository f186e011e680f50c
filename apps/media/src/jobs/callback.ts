import { change, changeAndGoOn } from "./change";
import type { Job } from "./job";
import { keepLease } from "./lease";
import type { JobParts } from "./ports";
import { toCalledBack, toWorking } from "./transitions";

/** Tells the end of a job to its callback address, unless another does at this moment. */
export const callBack = (parts: JobParts, job: Job): Promise<Job> =>
  changeAndGoOn(parts, job, toWorking(parts.clock.nowMs()), (calling) => deliver(parts, calling));

const deliver = async (parts: JobParts, calling: Job): Promise<Job> => {
  const { callbacks, clock, log } = parts;
  const lease = keepLease(parts, calling);
  let over = true;
  try {
    const taken = await callbacks.deliver(calling);
    if (!taken)
      log.info(
        { jobId: calling.id },
        "a callback is not told: it is not wanted any more, or its address is not public",
      );
  } catch (error) {
    over = false;
    log.info(
      {
        jobId: calling.id,
        failures: calling.callbackFailures + 1,
        error: error instanceof Error ? error.message : error,
      },
      "a callback was not accepted",
    );
  }
  const called = await lease.end();
  return change(parts, called, toCalledBack(called, over, clock.nowMs()));
};
