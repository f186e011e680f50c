import { readContext } from "@cenote/calls";
import type { VideoJob, WatchVideoRequest, WatchVideoResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { hasEnded, type Job } from "../jobs/job";
import type { VideoScope } from "../media-scope";
import { findJob } from "./find-job";
import { toVideoJob } from "./to-contract";

/** Whether two versions look the same to watchers; the other fields are internal. */
const isSame = (a: VideoJob | undefined, b: VideoJob): boolean => a?.status === b.status && a.videoUrl === b.videoUrl;

/**
 * The job now and after every change, until it ends or the watcher leaves. Errors: job_not_found, also if the job is
 * deleted before its end was seen; overloaded.
 */
export async function* watchVideo(
  scope: VideoScope,
  request: WatchVideoRequest,
  signal: AbortSignal,
): AsyncGenerator<WatchVideoResponse> {
  const caller = readContext(request.context, scope.ids);
  let newest = await findJob(scope, caller, request.jobId);
  let wake = () => {};
  let isRemoved = false;
  const take = (job: Job | undefined) => {
    if (job === undefined) isRemoved = true;
    else if (job.version > newest.version) newest = job;
    else return;
    wake();
  };
  const stop = scope.events.watch(newest.id, take);
  const onAbort = () => {
    wake();
  };
  signal.addEventListener("abort", onAbort);
  try {
    // The job may have changed between the read and the watch.
    take(await findJob(scope, caller, request.jobId));
    let lastSent: VideoJob | undefined;
    while (!signal.aborted) {
      const seen = newest;
      const job = toVideoJob(seen);
      if (!isSame(lastSent, job)) yield { job };
      lastSent = job;
      if (hasEnded(seen)) return;
      if (seen === newest && isRemoved) throw new CenoteError("job_not_found");
      if (seen === newest && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
}
