import { CenoteError, sleep } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { failUnlessChanged } from "./fail";
import { tellProvider } from "./give-up";
import type { KeptFrame } from "./first-frames";
import type { Job, JobAttempt, JobFailure, TakenJob } from "./job";
import { underLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobParts, TakenVideo } from "./ports";
import type { JobChange } from "./store";
import { toOffered, toTaken } from "./transitions";

/**
 * Submits a job to a provider. The row says that it is offered before any is asked, and holds the handle when this
 * resolves. A job that was cancelled before is not submitted.
 * @param terms It is held for. Stored together with the handle: a job that has none is not charged.
 * @param frame Is let go when a provider has decided.
 * @returns The job then: running, failed, or changed by somebody else in between.
 */
export const submit = async (parts: JobParts, job: Job, terms: TakenJob["terms"], frame: KeptFrame): Promise<Job> => {
  const offered = await insist(parts, job, () => toOffered(parts.clock.nowMs()), isOffered);
  if (!isOffered(offered)) return releaseAgain(parts, offered);
  const { job: submitted, result } = await underLease(parts, offered, () => handOver(parts, offered, frame));
  if (result.status === "rejected") throw result.reason;
  const outcome = result.value;
  if ("handle" in outcome) {
    const after = await keepHandle(parts, submitted, { ...outcome, terms });
    return after.taken?.handle === outcome.handle ? after : releaseAgain(parts, after);
  }
  const ended = await failUnlessChanged(parts, submitted, outcome);
  return ended.isOurs ? ended.job : releaseAgain(parts, ended.job);
};

const isOffered = ({ phase, offered }: Job): boolean => phase === "submitting" && offered;

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
    // The process stops, and the job's fate is unknown: the process that finds it after the restart fails it.
    throw error;
  } finally {
    frame.letGo();
  }
};

interface Taken extends TakenVideo {
  readonly attempts: readonly JobAttempt[];
}

/** Without its handle a running job is lost. */
const keepHandle = async (parts: JobParts, submitted: Job, taken: Taken & TakenJob): Promise<Job> => {
  const isKept = (job: Job): boolean => job.taken?.handle === taken.handle;
  const told = { id: submitted.id, taken };
  let kept: Job;
  try {
    kept = await insist(parts, submitted, () => toTaken(taken, parts.clock.nowMs()), isKept);
  } catch (error) {
    await tellProvider(parts, told);
    throw error;
  }
  if (!isKept(kept)) {
    parts.log.info(
      { jobId: kept.id, requestId: kept.requestId },
      "a video job ended while it was handed over: the provider is told",
    );
    await tellProvider(parts, told);
  }
  return kept;
};

/**
 * Changes a job that is being submitted. A database that is briefly away is waited for.
 * @param isDone Whether a row has the change: its answer may be lost on the way.
 * @returns The job with the change, or as somebody else ended it.
 */
const insist = async (
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
      // One that still is submitted was renewed, and the answer was lost: nobody else leaves it so.
      if (found?.phase !== "submitting" || isDone(found) || tries >= JOB_LIMITS.storeTries) return found ?? job;
      job = found;
    } catch (error) {
      if (tries >= JOB_LIMITS.storeTries) throw error;
      log.warn({ jobId: job.id, error }, "a submission could not be stored and is stored again");
      await sleep(clock, JOB_LIMITS.storeBackoffMs * 2 ** (tries - 1));
    }
  }
};
