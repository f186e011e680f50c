import { CenoteError, sleep } from "@cenote/core";
import { ProviderError, type VideoCall } from "@cenote/providers";
import { tellProvider } from "./cancel";
import { fail, type JobFailure } from "./fail";
import type { Job, JobAttempt } from "./job";
import { keepLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobParts, TakenVideo } from "./ports";
import { toTaken } from "./transitions";

const toCall = ({ prompt, durationS, aspectRatio }: Job): VideoCall => ({
  prompt,
  durationS,
  ...(aspectRatio === undefined ? {} : { aspectRatio }),
});

/**
 * Submits a job to a provider. The row says `submitting` before any is asked, and holds the handle when this resolves. A
 * job that was cancelled while its hold was made is not submitted.
 * @returns The job then: running, failed, or changed by somebody else in between.
 */
export const submit = async (parts: JobParts, job: Job): Promise<Job> => {
  // What happened meanwhile is found at the end as well, so a database that is away stops nothing.
  const found = await parts.store.find(job.id).catch(() => undefined);
  if (found !== undefined && found.phase !== "submitting") return releaseAgain(parts, found);
  const lease = keepLease(parts, job);
  let outcome: Taken | JobFailure;
  try {
    outcome = await handOver(parts, job);
  } catch (error) {
    await lease.end();
    throw error;
  }
  const submitted = await lease.end();
  if ("handle" in outcome) {
    const after = await keepHandle(parts, submitted, outcome);
    return after.handle === outcome.handle ? after : releaseAgain(parts, after);
  }
  const after = await fail(parts, submitted, outcome);
  return after.error === outcome.error ? after : releaseAgain(parts, after);
};

/**
 * Somebody else ended the job, perhaps before its hold was made: then the hold was not released. A failure is only
 * logged: the hold expires by itself.
 */
const releaseAgain = async ({ money, log }: JobParts, ended: Job): Promise<Job> => {
  try {
    await money.release(ended);
  } catch (error) {
    log.warn({ jobId: ended.id, requestId: ended.requestId, error }, "hold not released; it will expire");
  }
  return ended;
};

const handOver = async ({ routes }: JobParts, job: Job): Promise<Taken | JobFailure> => {
  const attempts: JobAttempt[] = [];
  try {
    return { ...(await routes.submit(job, toCall(job), attempts)), attempts };
  } catch (error) {
    if (!(error instanceof CenoteError)) throw error;
    const { cause } = error;
    if (cause instanceof ProviderError && cause.kind !== "aborted")
      return { error: cause.message, outcome: cause.kind, attempts };
    if (error.code === "provider_unavailable") return { error: error.message, outcome: error.code, attempts };
    // The process stops, and the job's fate is unknown: the process that finds it after the restart fails it.
    throw error;
  }
};

interface Taken extends TakenVideo {
  readonly attempts: readonly JobAttempt[];
}

/** Without its handle a running job is lost, so a database that is briefly away is waited for. */
const keepHandle = async (parts: JobParts, submitted: Job, taken: Taken): Promise<Job> => {
  const { store, clock, log } = parts;
  let job = submitted;
  for (let tries = 1; ; tries += 1) {
    try {
      const running = await store.update(job, toTaken(taken, clock.nowMs()));
      if (running !== undefined) return running;
      const found = await store.find(job.id);
      // The answer was lost on its way; the change was made.
      if (found?.handle === taken.handle) return found;
      // A renewal whose answer was lost: nobody else leaves it so.
      if (found?.phase === "submitting" && tries < JOB_LIMITS.storeTries) {
        job = found;
        continue;
      }
      log.info(
        { jobId: job.id, requestId: job.requestId },
        "a video job ended while it was handed over: the provider is told",
      );
      await tellProvider(parts, { id: job.id, ...taken });
      return found ?? job;
    } catch (error) {
      if (tries === JOB_LIMITS.storeTries) {
        await tellProvider(parts, { id: job.id, ...taken });
        throw error;
      }
      log.warn({ jobId: job.id, error }, "a job's handle could not be stored and is stored again");
      await sleep(clock, JOB_LIMITS.storeBackoffMs * 2 ** (tries - 1));
    }
  }
};
