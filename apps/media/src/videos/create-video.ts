import { isNothingHeld, readContext } from "@cenote/calls";
import { shutdownDateOf } from "@cenote/catalog";
import type { CallContext, CreateVideoRequest, CreateVideoResponse } from "@cenote/contracts";
import { CenoteError, shareOf, within } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { type HeldJob, holdForJob } from "./job-money";
import { imageDigest } from "../image-digest";
import { type Job, newJob } from "../jobs/job";
import { jobIdOf } from "../jobs/job-id";
import { underLease } from "../jobs/lease";
import { JOB_LIMITS } from "../jobs/limits";
import type { JobStore } from "../jobs/store";
import { leaseEndMs, toFailing } from "../jobs/transitions";
import type { VideoScope } from "../media-scope";
import { readAskedVideo } from "./asked-video";
import { toVideoJob } from "./to-contract";
import { tokenOf } from "../token-of";

/**
 * Starts a job and returns at once. The row is written before the hold, and the hold before a provider is asked: if the
 * process dies in between, the sweeper finds the row and releases the hold. Errors: those of MediaService.createVideo.
 */
export const createVideo = async (scope: VideoScope, request: CreateVideoRequest): Promise<CreateVideoResponse> => {
  const { clock, machine, firstFrames, background } = scope;
  const context = readContext(request.context, scope.ids);
  const { job, firstFrame } = readJob(scope, request, context);
  const frame = firstFrames.keep(shareOf(context.organizationId, tokenOf(context)), firstFrame);
  const begun = await beginOnce(scope, job).catch((error: unknown) => {
    frame.letGo();
    throw error;
  });
  if ("earlier" in begun) {
    frame.letGo();
    return { job: toVideoJob(begun.earlier), info: undefined };
  }
  const { held, terms, rateLimits } = begun;
  const startMs = clock.monotonicMs();
  const submitted = machine.submit(held, terms, frame);
  background.run("the submission of a video job", submitted);
  // From here on nothing may fail the call: the job continues and is charged, and a retry would create another one.
  const now = (await within(clock, JOB_LIMITS.submitAnswerMs, submitted)) ?? held;
  const upstreamUs = Math.round((clock.monotonicMs() - startMs) * 1000);
  const catalog = scope.catalog.current();
  const model = catalog.models.get(job.model);
  const shutdownDate = model && shutdownDateOf(catalog, model);
  return {
    job: toVideoJob(now),
    info: { rateLimits, attempts: now.attempts.length, upstreamUs, droppedFields: [], shutdownDate },
  };
};

/** Fields that a repeated request with the same id must have unchanged. */
const ASKED = [
  "model",
  "prompt",
  "durationS",
  "aspectRatio",
  "firstFrameDigest",
  "callbackUrl",
  "clientTokenId",
] as const satisfies readonly (keyof Job)[];

/**
 * Inserts a job, once per request id.
 * @returns The job that the request created before. Errors: overloaded; idempotency_conflict if the request has
 * changed.
 */
const insertOnce = async (jobs: JobStore, job: Job): Promise<Job | undefined> => {
  try {
    await jobs.insert(job);
    return undefined;
  } catch (error) {
    // The database does not answer; a retry would only keep the caller waiting.
    if (error instanceof CenoteError) throw error;
    const earlier = await jobs.find(job.id);
    if (earlier === undefined) throw error;
    if (ASKED.some((field) => earlier[field] !== job[field]))
      throw new CenoteError("idempotency_conflict", "This request id was used for another video.");
    return earlier;
  }
};

/** The new row, and the image, which is not stored in it. Errors: those of readAskedVideo. */
const readJob = (
  scope: VideoScope,
  { video }: CreateVideoRequest,
  context: CallContext,
): { readonly job: Job; readonly firstFrame: InputImage | undefined } => {
  const { prompt, callbackUrl, model, durationS, aspectRatio, firstFrame } = readAskedVideo(scope, context, video);
  const nowMs = scope.clock.nowMs();
  const job = newJob({
    id: jobIdOf(context.organizationId, context.requestId),
    organizationId: context.organizationId,
    keyId: context.keyId,
    clientTokenId: tokenOf(context) ?? "",
    requestId: context.requestId,
    mediaId: scope.ids.uuid(),
    model: model.id,
    prompt,
    durationS,
    aspectRatio,
    firstFrameDigest: firstFrame && imageDigest(firstFrame.bytes).toString("hex"),
    callbackUrl,
    createdAtMs: nowMs,
    dueAtMs: leaseEndMs(nowMs),
  });
  return { job, firstFrame };
};

/** A job with its hold. */
type Begun = HeldJob & { readonly held: Job };

/** @returns The job that the request created before, if any. */
const beginOnce = async (scope: VideoScope, job: Job): Promise<Begun | { readonly earlier: Job }> => {
  const earlier = await insertOnce(scope.jobs, job);
  return earlier === undefined ? holdFor(scope, job) : { earlier };
};

/** Holds the exact price, durably. A refused call leaves no job. */
const holdFor = async ({ billing, jobs, background, clock, log }: VideoScope, job: Job): Promise<Begun> => {
  const { job: held, result } = await underLease({ store: jobs, clock, log }, job, () =>
    holdForJob({ billing, background, clock, log }, job),
  );
  if (result.status === "fulfilled") return { held, ...result.value };
  const error: unknown = result.reason;
  if (error instanceof CenoteError && isNothingHeld(error)) await jobs.remove(held);
  // It is unknown whether a hold was made; the sweeper releases it.
  else {
    log.warn({ requestId: job.requestId, error }, "a video job could not be admitted");
    const nowMs = clock.nowMs();
    await jobs.update(held, {
      ...toFailing({ reason: "internal_error", error: "The job was not started, and is not charged." }, nowMs),
      dueAtMs: nowMs,
    });
  }
  throw error;
};
