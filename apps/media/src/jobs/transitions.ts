import { type Cost, isRefusal } from "@cenote/calls";
import { toCenoteError } from "@cenote/core";
import type { MadeVideo, ProviderErrorKind } from "@cenote/providers";
import { hasEnded, type Job, type JobAttempt, type JobFailure, type Refusals, type TakenJob } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobChange } from "./store";

// The state machine of a job. Pure: the caller applies the change unless another worker changed the job first.

export type DueStep = "lost_submission" | "poll" | "copy" | "charge" | "release" | "copy_again" | "callback";

/** The next step of a job; undefined if it is not due, or its worker still has the lease. */
export const whatIsDue = (job: Job, nowMs: number): DueStep | undefined => {
  if (job.dueAtMs === undefined) return undefined;
  if (job.dueAtMs > nowMs) return isFromClockAhead(job, nowMs) ? "poll" : undefined;
  switch (job.phase) {
    case "submitting":
      return nowMs - job.dueAtMs >= JOB_LIMITS.storeHandleMs ? "lost_submission" : undefined;
    case "running":
      return "poll";
    case "copying":
      return "copy";
    case "charging":
      return "charge";
    case "failing":
      return "release";
    case "completed":
    case "failed":
      return job.callbackDueAtMs !== undefined && job.callbackDueAtMs <= nowMs ? "callback" : "copy_again";
  }
};

/** Whether a copy of a video whose job has ended may be under way: it was due, and a worker holds the lease. */
export const isBeingCopied = ({ copyDueAtMs = Infinity, dueAtMs = 0 }: Job, nowMs: number): boolean =>
  copyDueAtMs <= nowMs && dueAtMs > nowMs;

/** Whether the clock that created or last polled a running job was ahead and has been set back since. */
const isFromClockAhead = ({ phase, createdAtMs, dueAtMs = 0 }: Job, nowMs: number): boolean =>
  phase === "running" && createdAtMs - nowMs > JOB_LIMITS.clocksDifferMs && dueAtMs > createdAtMs;

/** When the lease of a worker that takes it now ends, unless it is renewed. */
export const leaseEndMs = (nowMs: number): number => nowMs + JOB_LIMITS.leaseMs;

/** From now on a provider may have the job, and only that provider can say that it has not. */
export const toOffered = (nowMs: number): JobChange => ({ offered: true, ...toWorking(nowMs) });

export const toTaken = (
  {
    route,
    handle,
    terms,
    attempts,
    pollIntervalMs,
  }: TakenJob & { readonly attempts: readonly JobAttempt[]; readonly pollIntervalMs: number },
  nowMs: number,
): JobChange => ({
  phase: "running",
  taken: { route, handle, terms },
  attempts,
  dueAtMs: nowMs + pollIntervalMs,
});

/** One replica polls the provider; no other does so before the interval has passed. */
export const toPolling = (pollIntervalMs: number, nowMs: number): JobChange => ({
  dueAtMs: Math.max(nowMs + pollIntervalMs, leaseEndMs(nowMs)),
});

/**
 * After a poll that found the job running or revealed nothing. The interval counts from the answer, so that the
 * provider never sees a shorter one.
 * @param poll.refused Refusals including this poll; undefined after an answer about the job.
 */
export const toPolled = (
  poll: { readonly pollIntervalMs: number; readonly retryAfterMs?: number; readonly refused?: Refusals | undefined },
  nowMs: number,
): JobChange => ({
  dueAtMs: nowMs + Math.max(poll.pollIntervalMs, poll.retryAfterMs ?? 0),
  refused: poll.refused,
});

const onceMore = (refused: Refusals | undefined, nowMs: number): Refusals => ({
  count: (refused?.count ?? 0) + 1,
  sinceMs: refused?.sinceMs ?? nowMs,
});

/**
 * Errors that a retry does not change: a 400, a 403 that is not about our key, a 404 that is not in the provider's own
 * format.
 */
const REFUSALS: ReadonlySet<ProviderErrorKind> = new Set(["rejected", "content_policy", "model_gone", "unexplained"]);

/**
 * @param kind Kind of the failed poll. For a job that is too old, every kind counts: the job may have finished while
 * nobody could ask.
 * @returns Refusals including this one.
 */
export const refusalsAfter = (
  job: Pick<Job, "refused" | "createdAtMs">,
  kind: ProviderErrorKind,
  nowMs: number,
): Refusals | undefined => (REFUSALS.has(kind) || isTooOld(job, nowMs) ? onceMore(job.refused, nowMs) : job.refused);

/** A few refusals are no proof, and many within a short time may come from something in front of the provider. */
const areFinal = (refused: Refusals | undefined, least: number, lastingMs: number, nowMs: number): boolean =>
  refused !== undefined && refused.count >= least && nowMs - refused.sinceMs >= lastingMs;

/** Whether the refused polls are enough to fail the job. */
export const isRefused = (refused: Refusals | undefined, nowMs: number): boolean =>
  areFinal(refused, JOB_LIMITS.pollRefusals, JOB_LIMITS.refusedForMs, nowMs);

/** Whether a job that its provider has not finished is too old to continue. */
export const isTooOld = ({ createdAtMs }: Pick<Job, "createdAtMs">, nowMs: number): boolean =>
  nowMs - createdAtMs >= JOB_LIMITS.ageMs;

/** The provider has made the video. The worker whose change succeeds copies and charges it. */
export const toMade = (video: MadeVideo, nowMs: number): JobChange => ({
  phase: "copying",
  refused: undefined,
  ...toAddress(video, nowMs),
  ...toWorking(nowMs),
});

/** The provider's address of a video, as last reported. */
export type ProviderAddress = Pick<Job, "providerUrl" | "providerUrlExpiresAtMs">;

export const toAddress = (
  { url, headers, holdsKey, lifetimeMs = JOB_LIMITS.providerFileMs }: MadeVideo,
  nowMs: number,
): ProviderAddress => ({
  // An address that needs our key is of no use to the caller.
  providerUrl: headers === undefined && holdsKey !== true ? url : undefined,
  providerUrlExpiresAtMs: nowMs + lifetimeMs,
});

/** Takes the lease for any step that is due. */
export const toWorking = (nowMs: number): JobChange => ({ dueAtMs: leaseEndMs(nowMs) });

export const toCopied = (videoUrl: string, nowMs: number): JobChange => ({
  phase: "charging",
  videoUrl,
  stored: true,
  ...toWorking(nowMs),
});

/** A failed copy, and what the provider reported of the file. */
export interface FailedCopy {
  readonly address: ProviderAddress;
  /** The provider no longer has the job. */
  readonly gone: boolean;
  /** Whether another try may succeed soon. */
  readonly isTransient: boolean;
  /**
   * Why the file itself was refused, which another try hardly changes; undefined if the copy failed for another reason.
   */
  readonly refusal: string | undefined;
}

/**
 * The caller gets the provider's own address, and the copy is retried.
 * @returns Undefined if a few more tries come first, or if there is no usable address. An address leads nowhere once
 * the provider no longer has the job.
 */
export const toNotCopied = (job: Job, failed: FailedCopy, nowMs: number): JobChange | undefined => {
  const { providerUrl, providerUrlExpiresAtMs = Infinity } = failed.address;
  if (failed.isTransient && job.copyFailures + 1 < JOB_LIMITS.quickCopyTries) return undefined;
  if (failed.gone || providerUrl === undefined || providerUrlExpiresAtMs <= nowMs) return undefined;
  return {
    phase: "charging",
    ...failed.address,
    videoUrl: providerUrl,
    stored: false,
    ...nextCopy(job, failed, nowMs),
    ...toWorking(nowMs),
  };
};

/** No address can be returned yet, so the copy is retried. @returns Undefined if the job is given up. */
export const toCopyLater = (job: Job, failed: FailedCopy, nowMs: number): JobChange | undefined => {
  const copyFailures = job.copyFailures + 1;
  const { copyDueAtMs } = nextCopy(job, failed, nowMs);
  const refused = failed.refusal === undefined ? undefined : onceMore(job.refused, nowMs);
  // An earlier version counted refused polls in these fields, so `refused` alone proves nothing: refused copies are
  // never more than failed ones.
  const isGivenUp =
    copyFailures >= JOB_LIMITS.copyRefusals &&
    areFinal(refused, JOB_LIMITS.copyRefusals, JOB_LIMITS.copyRefusedForMs, nowMs);
  return copyDueAtMs === undefined || isGivenUp
    ? undefined
    : { ...failed.address, refused, copyFailures, dueAtMs: copyDueAtMs };
};

/** Too many copies are under way or queued: this one was not tried. */
export const toCopyBusy = (job: Job, nowMs: number): JobChange => {
  const dueAtMs = nowMs + JOB_LIMITS.copyBusyMs;
  return hasEnded(job) ? { copyDueAtMs: dueAtMs, dueAtMs: earliest(dueAtMs, job.callbackDueAtMs) } : { dueAtMs };
};

/**
 * Independent of the file's lifetime: some providers renew it with each request, and for others the lifetime is a
 * guess.
 */
const nextCopy = ({ copyFailures }: Job, { gone }: FailedCopy, nowMs: number): JobChange => {
  const pauseMs = gone ? undefined : JOB_LIMITS.copyAgainMs[copyFailures];
  return { copyFailures: copyFailures + 1, copyDueAtMs: pauseMs === undefined ? undefined : nowMs + pauseMs };
};

/** A settlement or a release failed. It is retried without a limit. */
export const toMoneyLater = (error: unknown, nowMs: number): JobChange => ({
  dueAtMs: nowMs + (isRefusal(toCenoteError(error)) ? JOB_LIMITS.refusedRetryMs : JOB_LIMITS.retryMs),
});

const earliest = (...timesMs: readonly (number | undefined)[]): number | undefined => {
  const known = timesMs.filter((timeMs) => timeMs !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** The end of a job, and when its callback and copy are due. */
const ended = (job: Job, nowMs: number): JobChange => {
  const callbackDueAtMs = job.callbackUrl === undefined ? undefined : nowMs;
  return { endedAtMs: nowMs, callbackDueAtMs, dueAtMs: earliest(job.copyDueAtMs, callbackDueAtMs) };
};

export const toCompleted = (job: Job, { costUsd, costNanoMxn }: Cost, nowMs: number): JobChange => ({
  phase: "completed",
  outcome: "ok",
  costUsd,
  costNanoMxn,
  ...ended(job, nowMs),
});

export const toFailing = ({ reason, error, attempts }: JobFailure, nowMs: number): JobChange => ({
  phase: "failing",
  error,
  outcome: reason,
  ...(attempts === undefined ? {} : { attempts }),
  ...toWorking(nowMs),
});

export const toFailed = (job: Job, nowMs: number): JobChange => ({ phase: "failed", ...ended(job, nowMs) });

export const toCopiedLate = (job: Job, videoUrl: string): JobChange => ({
  videoUrl,
  stored: true,
  copyDueAtMs: undefined,
  dueAtMs: job.callbackDueAtMs,
});

/** The caller keeps the provider's address, as last reported. */
export const toNotCopiedAgain = (job: Job, failed: FailedCopy, nowMs: number): JobChange => {
  const { providerUrl } = failed.address;
  const next = nextCopy(job, failed, nowMs);
  return {
    ...(providerUrl !== undefined && { ...failed.address, videoUrl: providerUrl }),
    ...next,
    dueAtMs: earliest(next.copyDueAtMs, job.callbackDueAtMs),
  };
};

/** @param taken False if the callback is to be retried. */
export const toCalledBack = (job: Job, taken: boolean, nowMs: number): JobChange => {
  const pauseMs = taken ? undefined : JOB_LIMITS.callbackAgainMs[job.callbackFailures];
  const callbackDueAtMs = pauseMs === undefined ? undefined : nowMs + pauseMs;
  return {
    callbackDueAtMs,
    callbackFailures: job.callbackFailures + (taken ? 0 : 1),
    dueAtMs: earliest(job.copyDueAtMs, callbackDueAtMs),
  };
};

/** Too many callbacks are under way: this one was not tried. The pause grows with the time it has waited. */
export const toCalledBackLater = (job: Job, nowMs: number): JobChange => {
  const waitedMs = nowMs - (job.endedAtMs ?? nowMs);
  const { callbackBusyMs, callbackBusyMostMs } = JOB_LIMITS;
  const callbackDueAtMs = nowMs + Math.min(Math.max(waitedMs, callbackBusyMs), callbackBusyMostMs);
  return { callbackDueAtMs, dueAtMs: earliest(job.copyDueAtMs, callbackDueAtMs) };
};
