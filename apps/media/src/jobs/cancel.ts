import { CenoteError } from "@cenote/core";
import { type CancelledVideo, ProviderError } from "@cenote/providers";
import { current } from "./change";
import { CANCELLED, failUnlessChanged } from "./fail";
import type { Job } from "./job";
import { poll } from "./poll";
import type { JobParts } from "./ports";

/** Another worker may change the job between the read and the change. This many races are retried. */
const MAX_TRIES = 5;

/**
 * Cancels a job without a charge, if no provider was asked to take it, or if its provider confirms that it neither
 * makes nor bills the video. Any other running job continues, because it will be billed. A job that has ended, or whose
 * video is ready, is not changed.
 * @returns The job afterwards. It is still running if the provider was asked to stop it but has not confirmed. Errors:
 * invalid_request_error if the provider can't cancel; provider_unavailable if it did not.
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

/** @returns `unknown` if the provider can't be reached or does not say; undefined if it can't cancel. */
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
