import { readContext } from "@cenote/calls";
import type { CancelVideoRequest, CancelVideoResponse } from "@cenote/contracts";
import type { VideoScope } from "../media-scope";
import { findJob } from "./find-job";
import { toVideoJob } from "./to-contract";

/** Cancels a job without a charge, if possible. Errors: job_not_found, and those of the job machine's cancel. */
export const cancelVideo = async (scope: VideoScope, request: CancelVideoRequest): Promise<CancelVideoResponse> => {
  const caller = readContext(request.context, scope.ids);
  return { job: toVideoJob(await scope.machine.cancel(await findJob(scope, caller, request.jobId))) };
};
