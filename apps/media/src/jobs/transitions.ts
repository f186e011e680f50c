import { type Cost, isRefusal } from "@cenote/calls";
import { toCenoteError } from "@cenote/core";
import type { MadeVideo, ProviderErrorKind } from "@cenote/providers";
import { hasEnded, type Job, type JobAttempt, type JobFailure, type Refusals, type TakenJob } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobChange } from "./store";

// What a job becomes, step by step. Pure: the caller applies the change if nobody else was faster.

export type DueStep = "lost_submission" | "poll" | "copy" | "charge" | "release" | "copy_again" | "callback";

/** What has to be done for a job now; undefined where its time has not come, or its worker still has it. */
export const whatIsDue = (job: Job, nowMs: number): DueStep | undefined => {
  if (job.dueAtMs === undefined) return undefined;
  if (job.dueAtMs > nowMs) return isFromClockAhead(job, nowMs) ? "poll" : undefined;
  switch (job.phase) {
    case "submitting":
      return nowMs - job.dueAtMs >= JOB_LIMITS.keepHandleMs ? "lost_submission" : undefined;
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

/** Whether a copy of a video whose job has ended may be under way: somebody has the lease, and it was due. */
export const isBeingCopied = ({ copyDueAtMs = Infinity, dueAtMs = 0 }: Job, nowMs: number): boolean =>
  copyDueAtMs <= nowMs && dueAtMs > nowMs;

/** Whether a running job was made, and was last polled if ever, by a clock that has been set back since. */
const isFromClockAhead = ({ phase, createdAtMs, dueAtMs = 0 }: Job, nowMs: number): boolean =>
  phase === "running" && createdAtMs - nowMs > JOB_LIMITS.clocksDifferMs && dueAtMs > createdAtMs;

/** Until when a job belongs to the worker that has just taken it up, unless it renews the lease. */
export const leaseEndMs = (nowMs: number): number => nowMs + JOB_LIMITS.leaseMs;

/** From now on a provider may have the job, and only it can say that it has not. */
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

/** One replica asks the provider; nobody else does before the interval is over. */
export const toPolling = (pollIntervalMs: number, nowMs: number): JobChange => ({
  dueAtMs: Math.max(nowMs + pollIntervalMs, leaseEndMs(nowMs)),
});

/**
 * Still running, or nothing learnt: neither ends a job. The interval counts from the answer, so that the provider never
 * sees a shorter one.
 * @param poll.refused By now; undefined after an answer about the job.
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
 * What asking again will not change: a 400, a 403 that proves nothing of our key, a 404 in no words of the provider's
 * own.
 */
const REFUSALS: ReadonlySet<ProviderErrorKind> = new Set(["rejected", "content_policy", "model_gone", "unexplained"]);

/**
 * @param kind Of a poll that failed. For a job that is too old any will do: it may have been finished while nobody
 * could ask.
 * @returns Refusals by now.
 */
export const refusalsAfter = (
  job: Pick<Job, "refused" | "createdAtMs">,
  kind: ProviderErrorKind,
  nowMs: number,
): Refusals | undefined => (REFUSALS.has(kind) || isTooOld(job, nowMs) ? onceMore(job.refused, nowMs) : job.refused);

/** A few say little, and many in a short time may come from something in between. */
const areFinal = (refused: Refusals | undefined, least: number, lastingMs: number, nowMs: number): boolean =>
  refused !== undefined && refused.count >= least && nowMs - refused.sinceMs >= lastingMs;

/** Whether refusals of polls end the job. */
export const isRefused = (refused: Refusals | undefined, nowMs: number): boolean =>
  areFinal(refused, JOB_LIMITS.pollRefusals, JOB_LIMITS.refusedForMs, nowMs);

/** Whether a job that its provider has not finished is given up. */
export const isTooOld = ({ createdAtMs }: Pick<Job, "createdAtMs">, nowMs: number): boolean =>
  nowMs - createdAtMs >= JOB_LIMITS.ageMs;

/** The provider has made the video: the worker whose change succeeds copies and charges it. */
export const toMade = (video: MadeVideo, nowMs: number): JobChange => ({
  phase: "copying",
  refused: undefined,
  ...toAddress(video, nowMs),
  ...toWorking(nowMs),
});

/** Where a video is to be had at its provider, as that was told last. */
export type ProviderAddress = Pick<Job, "providerUrl" | "providerUrlExpiresAtMs">;

export const toAddress = (
  { url, headers, holdsKey, lifetimeMs = JOB_LIMITS.providerFileMs }: MadeVideo,
  nowMs: number,
): ProviderAddress => ({
  // One that takes our key is of no use to anybody else.
  providerUrl: headers === undefined && holdsKey !== true ? url : undefined,
  providerUrlExpiresAtMs: nowMs + lifetimeMs,
});

/** Takes up what is due, whatever it is. */
export const toWorking = (nowMs: number): JobChange => ({ dueAtMs: leaseEndMs(nowMs) });

export const toCopied = (videoUrl: string, nowMs: number): JobChange => ({
  phase: "charging",
  videoUrl,
  stored: true,
  ...toWorking(nowMs),
});

/** A copy that failed, and what its provider said of the file then. */
export interface FailedCopy {
  readonly address: ProviderAddress;
  /** It no longer has it. */
  readonly gone: boolean;
  /** Another try may succeed soon. */
  readonly mayPass: boolean;
  /** Why the file itself can't be had, as another try would hardly change; undefined if that is not why it failed. */
  readonly refusal: string | undefined;
}

/**
 * The caller gets the provider's own address, and the copy is tried again.
 * @returns Undefined where a few more tries come first, or where there is no address that it could use: it leads nowhere
 * if the provider no longer has the job.
 */
export const toNotCopied = (job: Job, failed: FailedCopy, nowMs: number): JobChange | undefined => {
  const { providerUrl, providerUrlExpiresAtMs = Infinity } = failed.address;
  if (failed.mayPass && job.copyFailures + 1 < JOB_LIMITS.copyPatience) return undefined;
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

/** There is no address to give yet, so the copy is tried again. @returns Undefined where it is given up. */
export const toCopyLater = (job: Job, failed: FailedCopy, nowMs: number): JobChange | undefined => {
  const copyFailures = job.copyFailures + 1;
  const { copyDueAtMs } = nextCopy(job, failed, nowMs);
  const refused = failed.refusal === undefined ? undefined : onceMore(job.refused, nowMs);
  // An earlier version left the refusals of polls in these fields: no more copies were refused than failed.
  const isGivenUp =
    copyFailures >= JOB_LIMITS.copyRefusals &&
    areFinal(refused, JOB_LIMITS.copyRefusals, JOB_LIMITS.copyRefusedForMs, nowMs);
  return copyDueAtMs === undefined || isGivenUp
    ? undefined
    : { ...failed.address, refused, copyFailures, dueAtMs: copyDueAtMs };
};

/** Too many copies are under way or wait: this one was not tried. */
export const toCopyBusy = (job: Job, nowMs: number): JobChange => {
  const dueAtMs = nowMs + JOB_LIMITS.copyBusyMs;
  return hasEnded(job) ? { copyDueAtMs: dueAtMs, dueAtMs: earliest(dueAtMs, job.callbackDueAtMs) } : { dueAtMs };
};

/** Not bound to the file's lifetime: some providers renew it whenever they are asked, and for others it is a guess. */
const nextCopy = ({ copyFailures }: Job, { gone }: FailedCopy, nowMs: number): JobChange => {
  const pauseMs = gone ? undefined : JOB_LIMITS.copyAgainMs[copyFailures];
  return { copyFailures: copyFailures + 1, copyDueAtMs: pauseMs === undefined ? undefined : nowMs + pauseMs };
};

/** Settlement or release did not get through: it has to, however often. */
export const toMoneyLater = (error: unknown, nowMs: number): JobChange => ({
  dueAtMs: nowMs + (isRefusal(toCenoteError(error)) ? JOB_LIMITS.refusedRetryMs : JOB_LIMITS.retryMs),
});

const earliest = (...timesMs: readonly (number | undefined)[]): number | undefined => {
  const known = timesMs.filter((timeMs) => timeMs !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** The end of a job, and what is left to do after it. */
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

/** The caller has the provider's address still, as that was told last. */
export const toNotCopiedAgain = (job: Job, failed: FailedCopy, nowMs: number): JobChange => {
  const { providerUrl } = failed.address;
  const next = nextCopy(job, failed, nowMs);
  return {
    ...(providerUrl !== undefined && { ...failed.address, videoUrl: providerUrl }),
    ...next,
    dueAtMs: earliest(next.copyDueAtMs, job.callbackDueAtMs),
  };
};

/** @param taken False where it is to be tried again. */
export const toCalledBack = (job: Job, taken: boolean, nowMs: number): JobChange => {
  const pauseMs = taken ? undefined : JOB_LIMITS.callbackAgainMs[job.callbackFailures];
  const callbackDueAtMs = pauseMs === undefined ? undefined : nowMs + pauseMs;
  return {
    callbackDueAtMs,
    callbackFailures: job.callbackFailures + (taken ? 0 : 1),
    dueAtMs: earliest(job.copyDueAtMs, callbackDueAtMs),
  };
};

/** Too many callbacks are under way: this one was not tried. The longer it waits, the less often it is looked at. */
export const toCalledBackLater = (job: Job, nowMs: number): JobChange => {
  const waitedMs = nowMs - (job.endedAtMs ?? nowMs);
  const { callbackBusyMs, callbackBusyMostMs } = JOB_LIMITS;
  const callbackDueAtMs = nowMs + Math.min(Math.max(waitedMs, callbackBusyMs), callbackBusyMostMs);
  return { callbackDueAtMs, dueAtMs: earliest(job.copyDueAtMs, callbackDueAtMs) };
};
