import { CenoteError, sleep } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { failUnlessChanged } from "./fail";
import { stopAtProvider } from "./give-up";
import type { KeptFrame } from "./first-frames";
import type { Job, JobAttempt, JobFailure, TakenJob } from "./job";
import { underLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobParts, TakenVideo } from "./ports";
import type { JobChange } from "./store";
import { toOffered, toTaken } from "./transitions";

/**
 * Submits a job to a provider. The row is marked `offered` before any provider is asked, and has the handle when this
 * resolves. A job that was cancelled before is not submitted.
 * @param terms Terms of the job's hold. They are stored together with the handle: a job without a handle is not
 * charged.
 * @param frame Is let go when a provider has decided.
 * @returns The job afterwards: running, failed, or as another worker changed it.
 */
export const submit = async (parts: JobParts, job: Job, terms: TakenJob["terms"], frame: KeptFrame): Promise<Job> => {
  const offered = await updateWithRetries(parts, job, () => toOffered(parts.clock.nowMs()), isOffered);
  if (!isOffered(offered)) return releaseAgain(parts, offered);
  const { job: submitted, result } = await underLease(parts, offered, () => handOver(parts, offered, frame));
  if (result.status === "rejected") throw result.reason;
  const outcome = result.value;
  if ("handle" in outcome) {
    const after = await storeHandle(parts, submitted, { ...outcome, terms });
    return after.taken?.handle === outcome.handle ? after : releaseAgain(parts, after);
  }
  const ended = await failUnlessChanged(parts, submitted, outcome);
  return ended.isOurs ? ended.job : releaseAgain(parts, ended.job);
};

const isOffered = ({ phase, offered }: Job): boolean => phase === "submitting" && offered;

/**
 * Another worker ended the job, perhaps before its hold was made, in which case its release found no hold. A failure is
 * only logged, because the hold expires.
 */
const releaseAgain = async ({ money, log }: JobParts, ended: Job): Promise<Job> => {
  try {
    await money.release(ended);
  } catch (error) {
    log.warn({ jobId: ended.id, requestId: ended.requestId, error }, "hold not released; it will expire");
  }
  return ended;
};

const handOver = async ({ routes }: JobParts, job: Job, frame: KeptFrame): Promise<Taken | JobFailure> => {
  const attempts: JobAttempt[] = [];
  try {
    const { prompt, durationS, aspectRatio } = job;
    const call = { prompt, durationS, aspectRatio, firstFrame: frame.image };
    return { ...(await routes.submit(job, call, attempts)), attempts };
  } catch (error) {
    if (!(error instanceof CenoteError)) throw error;
    const { cause } = error;
    if (cause instanceof ProviderError && cause.kind !== "aborted")
      return { reason: cause.kind, error: cause.message, attempts };
    if (error.code === "provider_unavailable") return { reason: error.code, error: error.message, attempts };
    // The process is stopping, and the job's fate is unknown. The process that finds the job after the restart fails
    // it.
    throw error;
  } finally {
    frame.letGo();
  }
};

interface Taken extends TakenVideo {
  readonly attempts: readonly JobAttempt[];
}

/** Stores the handle: without it, a running job can't be found at its provider. */
const storeHandle = async (parts: JobParts, submitted: Job, taken: Taken & TakenJob): Promise<Job> => {
  const isStored = (job: Job): boolean => job.taken?.handle === taken.handle;
  const withHandle = { id: submitted.id, taken };
  let stored: Job;
  try {
    stored = await updateWithRetries(parts, submitted, () => toTaken(taken, parts.clock.nowMs()), isStored);
  } catch (error) {
    await stopAtProvider(parts, withHandle);
    throw error;
  }
  if (!isStored(stored)) {
    parts.log.info(
      { jobId: stored.id, requestId: stored.requestId },
      "a video job ended while it was handed over: the provider is told to stop",
    );
    await stopAtProvider(parts, withHandle);
  }
  return stored;
};

/**
 * Changes a job that is being submitted, with retries while the database can't be reached.
 * @param isDone Whether the row has the change already: the answer to an earlier try may have been lost.
 * @returns The job with the change, or as another worker ended it.
 */
const updateWithRetries = async (
  { store, clock, log }: JobParts,
  submitting: Job,
  to: () => JobChange,
  isDone: (found: Job) => boolean,
): Promise<Job> => {
  let job = submitting;
  for (let tries = 1; ; tries += 1) {
    try {
      const changed = await store.update(job, to());
      if (changed !== undefined) return changed;
      const found = await store.find(job.id);
      // If the job is still `submitting`, its change was a renewal of this worker whose answer was lost: every other
      // worker changes the phase.
      if (found?.phase !== "submitting" || isDone(found) || tries >= JOB_LIMITS.storeTries) return found ?? job;
      job = found;
    } catch (error) {
      if (tries >= JOB_LIMITS.storeTries) throw error;
      log.warn({ jobId: job.id, error }, "a submission could not be stored; storing it is retried");
      await sleep(clock, JOB_LIMITS.storeBackoffMs * 2 ** (tries - 1));
    }
  }
};
