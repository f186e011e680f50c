import { readContext } from "@cenote/calls";
import type { CallContext, ListVideosRequest, ListVideosResponse } from "@cenote/contracts";
import { invalidField, pageOf, type PagePosition, readCursor, UUID, writeCursor } from "@cenote/core";
import type { VideoScope } from "../media-scope";
import { visibleJob } from "./find-job";
import { toJobStatus, toVideoJob } from "./to-contract";
import { tokenOf } from "../token-of";

const MAX_PAGE_SIZE = 1000;
const DEFAULT_PAGE_SIZE = 100;

/** The position of a cursor, or of the job with that id, which OpenAI's client sends. Errors: invalid_request_error. */
const positionOf = async (
  scope: Pick<VideoScope, "jobs">,
  caller: CallContext,
  after: string,
): Promise<PagePosition | undefined> => {
  if (!UUID.test(after)) return readCursor("after", after);
  const job = await visibleJob(scope, caller, after);
  if (job === undefined) throw invalidField("after", "there is no job with this id.");
  return job;
};

/**
 * Stored jobs, newest first: those of the organization, or of the calling client token. Errors: invalid_request_error.
 */
export const listVideos = async (scope: VideoScope, request: ListVideosRequest): Promise<ListVideosResponse> => {
  const caller = readContext(request.context, scope.ids);
  const { size, cursor } = request.page ?? { size: 0, cursor: "" };
  if (size > MAX_PAGE_SIZE) throw invalidField("limit", `must be an integer from 1 to ${MAX_PAGE_SIZE}.`);
  const limit = size === 0 ? DEFAULT_PAGE_SIZE : size;
  // One more than asked for shows whether there is a further page.
  const found = await scope.jobs.list(caller.organizationId, {
    clientTokenId: tokenOf(caller),
    status: toJobStatus(request.status),
    after: await positionOf(scope, caller, cursor),
    limit: limit + 1,
  });
  const { rows, next } = pageOf(found, limit);
  return {
    jobs: rows.map((job) => ({ ...toVideoJob(job), cursor: writeCursor(job) })),
    next,
  };
};
