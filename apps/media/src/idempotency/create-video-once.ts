import { beginKeyed, keepUncharged } from "@cenote/calls";
import { CreateVideoRequest, type CreateVideoResponse } from "@cenote/contracts";
import type { Ticket } from "@cenote/idempotency";
import { imageDigest } from "../image-digest";
import { createVideo } from "../videos/create-video";
import { findJob } from "../videos/find-job";
import { toVideoJob } from "../videos/to-contract";
import type { KeyedScope } from "./keyed-scope";

/** The image is replaced by its digest: see create-images-once. */
const bodyOf = ({ video, ...request }: CreateVideoRequest): Uint8Array =>
  CreateVideoRequest.encode({
    ...request,
    context: undefined,
    video: video && { ...video, firstFrame: video.firstFrame && imageDigest(video.firstFrame) },
  }).finish();

/**
 * A video job under an idempotency key: a retry gets the same job in its current state. Errors: those of createVideo,
 * idempotency_conflict.
 */
export const createVideoOnce = async (scope: KeyedScope, request: CreateVideoRequest): Promise<CreateVideoResponse> => {
  const begun = await beginKeyed(scope, request.context, "video", bodyOf(request));
  if (begun.ticket === undefined) {
    const job = await findJob(scope, begun.context, begun.answer.toString());
    return { job: toVideoJob(job), info: begun.toInfo(undefined) };
  }
  const { ticket, context, toInfo } = begun;
  const response = await run(scope, { ...request, context }, ticket);
  return { ...response, info: toInfo(response.info) };
};

const run = async (scope: KeyedScope, request: CreateVideoRequest, ticket: Ticket): Promise<CreateVideoResponse> => {
  let response: CreateVideoResponse;
  try {
    response = await createVideo(scope, request);
  } catch (error) {
    await ticket.drop();
    throw error;
  }
  try {
    // The job is charged when its video is ready, under its request id alone.
    await keepUncharged(ticket, Buffer.from(response.job?.id ?? ""));
  } catch (error) {
    // The job exists, and a retry has the same request id, so it finds the same job.
    scope.log.warn({ requestId: ticket.requestId, error }, "a video job could not be stored under its idempotency key");
  }
  return response;
};
