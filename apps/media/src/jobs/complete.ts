import {
  ForbiddenAddressError,
  type MadeVideo,
  type PolledVideo,
  ProviderError,
  type ProviderErrorKind,
} from "@cenote/providers";
import { change, changeAndContinue } from "./change";
import { fail } from "./fail";
import type { Job, JobFailure } from "./job";
import { underLease } from "./lease";
import type { JobParts } from "./ports";
import type { JobChange } from "./store";
import {
  type FailedCopy,
  type ProviderAddress,
  toAddress,
  toCopyBusy,
  toCompleted,
  toCopied,
  toCopyLater,
  toCopiedLate,
  toMoneyLater,
  toNotCopied,
  toNotCopiedAgain,
  toWorking,
} from "./transitions";

/**
 * Copies a finished video, then charges it.
 * @param video As the provider just reported it.
 * @returns The job afterwards.
 */
export const complete = (parts: JobParts, made: Job, video: MadeVideo): Promise<Job> =>
  copyAndCharge(parts, made, async () => ({ state: "completed", video }));

const copyAndCharge = async (parts: JobParts, copying: Job, ask: () => Promise<PolledVideo>): Promise<Job> => {
  const { job, outcome } = await copyUnderLease(parts, copying, ask);
  const nowMs = parts.clock.nowMs();
  const goOn = (had: JobChange) => changeAfterCopy(parts, job, had, (charging) => charge(parts, charging));
  if ("videoUrl" in outcome) return goOn(toCopied(outcome.videoUrl, nowMs));
  const { forbidden, refusal } = outcome;
  if (forbidden !== undefined) return fail(parts, job, { reason: "provider_unavailable", error: forbidden });
  const had = toNotCopied(job, outcome, nowMs);
  if (had !== undefined) return goOn(had);
  const later = toCopyLater(job, outcome, nowMs);
  if (later !== undefined) return change(parts, job, later);
  return fail(parts, job, refusal === undefined ? NOT_COPIED : notHandedOver(refusal));
};

/**
 * Like changeAndContinue. If a copy's lease could not be renewed, the copy may end after the job was deleted; then it
 * deletes its own file, which nobody else knows of.
 */
const changeAfterCopy = async (
  parts: JobParts,
  job: Job,
  to: JobChange,
  goOn: (changed: Job) => Promise<Job>,
): Promise<Job> => {
  const changed = await parts.store.update(job, to);
  if (changed !== undefined) return goOn(changed);
  const found = await parts.store.find(job.id);
  if (found === undefined) await removeLate(parts, job);
  return found ?? job;
};

/** Nothing retries this, because the row is gone: the log says where the file is. */
const removeLate = async ({ copier, log }: JobParts, job: Job): Promise<void> => {
  try {
    await copier.remove(job);
  } catch (error) {
    const { id: jobId, requestId, organizationId, mediaId } = job;
    log.error(
      { jobId, requestId, organizationId, mediaId, error },
      "the file of a deleted video job could not be deleted and stays",
    );
  }
};

/**
 * Changes a job and copies its video, within the bounds on copies. If too many are under way, the job is only changed,
 * and the copy becomes due later.
 */
export const inCopyLane = async (
  parts: JobParts,
  job: Job,
  to: JobChange,
  copy: (copying: Job) => Promise<Job>,
): Promise<Job> => {
  const { copyLanes, onCopy, clock } = parts;
  if (!copyLanes.enter(job.organizationId)) return change(parts, job, { ...to, ...toCopyBusy(job, clock.nowMs()) });
  try {
    onCopy?.();
    return await changeAndContinue(parts, job, to, copy);
  } finally {
    copyLanes.leave(job.organizationId);
  }
};

/** Resumes a copy whose worker died. */
export const copyAfterLoss = (parts: JobParts, job: Job): Promise<Job> =>
  inCopyLane(parts, job, toWorking(parts.clock.nowMs()), (copying) =>
    copyAndCharge(parts, copying, () => askForVideo(parts, copying)),
  );

/** Retries the copy of a video whose job was completed with the provider's own address. */
export const copyAgain = (parts: JobParts, job: Job): Promise<Job> =>
  inCopyLane(parts, job, toWorking(parts.clock.nowMs()), async (copying) => {
    const { job: copied, outcome } = await copyUnderLease(parts, copying, () => askForVideo(parts, copying));
    const to =
      "videoUrl" in outcome
        ? toCopiedLate(copied, outcome.videoUrl)
        : toNotCopiedAgain(copied, outcome, parts.clock.nowMs());
    return changeAfterCopy(parts, copied, to, async (changed) => changed);
  });

/** Posts the charge, once even if several workers try. If billing can't be reached, the charge is retried later. */
const charge = async (parts: JobParts, charging: Job): Promise<Job> => {
  const { money, clock, log } = parts;
  const { job, result } = await underLease(parts, charging, () => money.settle(charging));
  if (result.status === "fulfilled") return change(parts, job, toCompleted(job, result.value, clock.nowMs()));
  const error: unknown = result.reason;
  log.error(
    { jobId: job.id, requestId: job.requestId, error },
    "charging a finished video job failed and will be retried",
  );
  return change(parts, job, toMoneyLater(error, clock.nowMs()));
};

/** Resumes a charge that may not have been posted. */
export const chargeAfterLoss = (parts: JobParts, job: Job): Promise<Job> =>
  changeAndContinue(parts, job, toWorking(parts.clock.nowMs()), (charging) => charge(parts, charging));

/** Asks the provider for the file again: it may have issued a new address, and our key is not stored with the job. */
const askForVideo = async ({ routes }: JobParts, { taken }: Job): Promise<PolledVideo> => {
  const way = taken === undefined ? undefined : routes.find(taken);
  if (way === undefined)
    throw new ProviderError({ kind: "model_gone", message: "The provider is no longer in the configuration." });
  return way.poll();
};

/** The customer can't get the video and so does not pay for it. */
const NOT_COPIED: JobFailure = { reason: "internal_error", error: "The video was made but could not be stored." };
const notHandedOver = (refusal: string): JobFailure => ({
  reason: "provider_unavailable",
  error: `${NOT_COPIED.error} ${refusal}`,
});

interface NotCopied extends FailedCopy {
  /** Why the video's address must not be fetched; undefined if the copy failed for another reason. */
  readonly forbidden: string | undefined;
}

/**
 * Failures that a retry a moment later may not meet. A timeout is not among them, because it has taken long already.
 */
const TRANSIENT: ReadonlySet<ProviderErrorKind> = new Set(["unreachable", "cut", "server", "rate_limited"]);

/**
 * Tries to copy a video. If that fails, the caller gets the provider's address, as the contract says, if anybody may
 * still fetch it. That includes a host that refuses the file, a file too large for our storage, and a file whose type
 * is not a video's: stores often declare wrong types. Only an address that must not be fetched counts as no video,
 * whether its DNS lookup or a redirect shows it. If this process stops and interrupts the copy, the copy has not
 * failed: the promise rejects, and another worker resumes the copy when the lease has ended.
 */
const tryCopy = async (
  { copier, clock, log }: JobParts,
  job: Job,
  ask: () => Promise<PolledVideo>,
): Promise<{ readonly videoUrl: string } | NotCopied> => {
  const { providerUrl, providerUrlExpiresAtMs } = job;
  let address: ProviderAddress = { providerUrl, providerUrlExpiresAtMs };
  let told: PolledVideo | undefined;
  try {
    told = await ask();
    if (told.state !== "completed")
      throw new ProviderError({ kind: "model_gone", message: "The provider no longer has the video." });
    address = toAddress(told.video, clock.nowMs());
    return { videoUrl: await copier.copy(job, told.video) };
  } catch (error) {
    const failure = error instanceof ProviderError ? error : undefined;
    if (failure?.kind === "aborted") throw error;
    log.warn(
      { jobId: job.id, requestId: job.requestId, error: error instanceof Error ? error.message : error },
      "a video could not be copied",
    );
    return {
      address,
      gone: told?.state === "failed",
      isTransient: failure === undefined || TRANSIENT.has(failure.kind),
      refusal: told?.state === "completed" && failure?.kind === "rejected" ? failure.message : undefined,
      forbidden: error instanceof ForbiddenAddressError ? error.message : undefined,
    };
  }
};

/** Copies as the worker that holds the lease. @returns The outcome, and the job afterwards. */
const copyUnderLease = async (parts: JobParts, copying: Job, ask: () => Promise<PolledVideo>) => {
  const { job, result } = await underLease(parts, copying, () => tryCopy(parts, copying, ask));
  if (result.status === "rejected") throw result.reason;
  return { job, outcome: result.value };
};
