import { change, changeAndContinue } from "./change";
import type { Job } from "./job";
import { underLease } from "./lease";
import type { JobParts } from "./ports";
import { toCalledBack, toWorking } from "./transitions";

/** Sends the end of a job to its callback address, unless another worker is doing so. */
export const sendCallback = (parts: JobParts, job: Job): Promise<Job> =>
  changeAndContinue(parts, job, toWorking(parts.clock.nowMs()), (calling) => deliver(parts, calling));

const deliver = async (parts: JobParts, calling: Job): Promise<Job> => {
  const { callbacks, clock, log } = parts;
  const { job, result } = await underLease(parts, calling, () => callbacks.deliver(calling));
  const isOver = result.status === "fulfilled";
  if (!isOver) {
    const error: unknown = result.reason;
    log.info(
      { jobId: job.id, failures: job.callbackFailures + 1, error: error instanceof Error ? error.message : error },
      "a callback was not accepted",
    );
  } else if (!result.value)
    log.info(
      { jobId: job.id },
      "a callback is given up: its receiver refuses it for good, or its address is not public",
    );
  return change(parts, job, toCalledBack(job, isOver, clock.nowMs()));
};
