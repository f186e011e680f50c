import { CreateVideoRequest, type CreateVideoResponse } from "@cenote/contracts";
import type { Ticket } from "@cenote/idempotency";
import { createVideo } from "../videos/create-video";
import { findJob } from "../videos/find-job";
import { toVideoJob } from "../videos/to-contract";
import { beginKeyed, contextOf, joinedInfo, type KeyedScope, keptAnswerOf, replayedInfo } from "./keyed-call";

const bodyOf = (request: CreateVideoRequest): Uint8Array => CreateVideoRequest.encode({ ...request, context: undefined }).finish();

/** A job is charged when its video is made, under the request id alone. */
const NOTHING = Buffer.alloc(0);

/** A video job under an idempotency key: a retry gets the same job, as it is then. Errors: those of createVideo, idempotency_conflict. */
export const createVideoOnce = async (scope: KeyedScope, request: CreateVideoRequest): Promise<CreateVideoResponse> => {
  const { begun, context } = await beginKeyed(scope, request.context, { method: "video", body: bodyOf(request) });
  if (begun.next === "run") {
    const { ticket } = begun;
    const response = await run(scope, { ...request, context: contextOf(context, ticket.requestId) }, ticket);
    return { ...response, info: joinedInfo(response.info, context, ticket.requestId) };
  }
  if (begun.next === "charge") await begun.ticket.settled(NOTHING);
  const job = await findJob(scope, context, keptAnswerOf(begun.kept).toString());
  return { job: toVideoJob(job), info: replayedInfo(begun.kept.requestId) };
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
    await ticket.keep({ charge: NOTHING, answer: Buffer.from(response.job?.id ?? "") });
    await ticket.settled(NOTHING);
  } catch (error) {
    // The job is there: a retry comes to the same request id, and so to the same job.
    scope.log.warn({ requestId: ticket.requestId, error }, "a video job could not be kept under its idempotency key");
  }
  return response;
};
