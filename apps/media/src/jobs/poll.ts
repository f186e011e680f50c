import { ProviderError, type PolledVideo } from "@cenote/providers";
import { change, current } from "./change";
import { complete, inCopyLane } from "./complete";
import { CANCELLED, fail } from "./fail";
import { giveUp } from "./give-up";
import type { Job, JobFailure } from "./job";
import { underLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobParts } from "./ports";
import { isRefused, isTooOld, refusalsAfter, toMade, toPolled, toPolling } from "./transitions";

/** The state can't be learnt while the provider is missing from the catalog; the operator may restore it. */
const GONE_INTERVAL_MS = 60_000;

const HOUR_MS = 3_600_000;
const TOO_OLD: JobFailure = {
  reason: "provider_unavailable",
  error: `The provider did not finish within ${JOB_LIMITS.ageMs / HOUR_MS} hours.`,
};

/** Polls the provider of a running job, unless another worker is doing so. @returns The job afterwards. */
export const poll = async (parts: JobParts, job: Job): Promise<Job> => {
  const { store, routes, clock, log } = parts;
  const route = job.taken === undefined ? undefined : routes.find(job.taken);
  const pollIntervalMs = route?.pollIntervalMs ?? GONE_INTERVAL_MS;
  const polling = await store.update(job, toPolling(pollIntervalMs, clock.nowMs()));
  if (polling === undefined) return current(parts, job);
  if (route === undefined) {
    log.error(
      { jobId: job.id, route: job.taken?.route },
      "the provider of a video job is no longer in the configuration",
    );
    return isTooOld(polling, clock.nowMs()) ? giveUp(parts, polling, TOO_OLD) : polling;
  }
  const { job: polled, result } = await underLease(parts, polling, () => route.poll());
  if (result.status === "fulfilled") return apply(parts, polled, { state: result.value, pollIntervalMs });
  const error: unknown = result.reason;
  if (!(error instanceof ProviderError)) throw error;
  // The poll revealed nothing about the job. A single such poll decides nothing; only a long series does.
  log.warn(
    { jobId: job.id, requestId: job.requestId, route: job.taken?.route, kind: error.kind, status: error.status },
    "a video job could not be polled",
  );
  const { retryAfterMs } = error;
  const nowMs = clock.nowMs();
  const refused = refusalsAfter(polled, error.kind, nowMs);
  if (isRefused(refused, nowMs))
    return isTooOld(polled, nowMs)
      ? giveUp(parts, polled, TOO_OLD)
      : fail(parts, polled, { reason: "provider_unavailable", error: error.message });
  return change(parts, polled, toPolled({ pollIntervalMs, refused, retryAfterMs }, nowMs));
};

const apply = (
  parts: JobParts,
  polling: Job,
  { state, pollIntervalMs }: { readonly state: PolledVideo; readonly pollIntervalMs: number },
): Promise<Job> => {
  const nowMs = parts.clock.nowMs();
  switch (state.state) {
    case "running":
      return isTooOld(polling, nowMs)
        ? giveUp(parts, polling, TOO_OLD)
        : change(parts, polling, toPolled({ pollIntervalMs }, nowMs));
    case "failed":
      return fail(
        parts,
        polling,
        state.cancelled === true ? CANCELLED : { reason: "provider_unavailable", error: state.message },
      );
    case "completed":
      return inCopyLane(parts, polling, toMade(state.video, nowMs), (made) => complete(parts, made, state.video));
  }
};
