import { CenoteError } from "@cenote/core";
import { type CancelledVideo, ProviderError } from "@cenote/providers";
import { current } from "./change";
import { CANCELLED, failUnlessChanged } from "./fail";
import type { Job } from "./job";
import { poll } from "./poll";
import type { JobParts } from "./ports";

/** Between a read and the change somebody else may change the job; a few such races are retried. */
const MAX_TRIES = 5;

/**
 * Ends a job without a charge: one that no provider was asked to take, or whose provider says that it neither makes nor
 * bills it. Any other goes on, because it is paid for. One that has ended, or whose video is ready, stays as it is.
 * @returns The job's state then: still running, where its provider will stop it if it can. Errors:
 * invalid_request_error, where the provider can't cancel; provider_unavailable, where it did not.
 */
export const cancel = async (parts: JobParts, job: Job): Promise<Job> => {
  let latest = job;
  let confirmed = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (latest.phase === "submitting" && latest.offered)
      throw new CenoteError(
        "provider_unavailable",
        "The provider has not accepted the job yet. Cancel it again shortly.",
      );
    if (latest.phase !== "submitting" && latest.phase !== "running") return latest;
    if (latest.phase === "running" && !confirmed) {
      const said = await askProvider(parts, latest);
      if (said !== "cancelled") return notConfirmed(parts, latest, said);
      confirmed = true;
    }
    const ended = await failUnlessChanged(parts, latest, CANCELLED);
    if (ended.isOurs) return ended.job;
    latest = ended.job;
  }
  return latest;
};

/** @returns `unknown` where it can't be asked, or does not tell; undefined where it can't cancel. */
const askProvider = async (
  { routes, log }: JobParts,
  { id, requestId, taken }: Job,
): Promise<CancelledVideo | "unknown" | undefined> => {
  const way = taken === undefined ? undefined : routes.find(taken);
  if (way === undefined) return "unknown";
  try {
    return await way.cancel();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn(
      { jobId: id, requestId, route: taken?.route, kind: error.kind, status: error.status },
      "a video job could not be cancelled",
    );
    return "unknown";
  }
};

const notConfirmed = async (
  parts: JobParts,
  job: Job,
  said: Exclude<CancelledVideo, "cancelled"> | "unknown" | undefined,
): Promise<Job> => {
  const latest = await current(parts, job);
  if (latest.phase !== "running") return latest;
  if (said === "asked") return poll(parts, latest);
  throw said === undefined
    ? new CenoteError(
        "invalid_request_error",
        "The provider of this model can't cancel a job. It goes on, and is charged when it is completed.",
      )
    : new CenoteError(
        "provider_unavailable",
        "The provider did not confirm that the job is cancelled. Unless it is, it goes on, and is charged when it is completed.",
      );
};
