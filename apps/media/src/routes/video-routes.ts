import { type Attempt, afterSubmission, type Candidate, type Router } from "@cenote/routing";
import type { Target } from "@cenote/providers";
import type { JobRoute } from "../jobs/job";
import { JOB_LIMITS } from "../jobs/limits";
import type { VideoRoute, VideoRoutes } from "../jobs/ports";
import { keyDigest } from "./key-digest";
import { callOptions, type MediaTarget, type MediaTargets } from "./media-targets";

export interface VideoRoutesOptions {
  readonly targets: MediaTargets;
  readonly router: Router;
  /** Ends every call to a provider: the process stops. */
  readonly signal: AbortSignal;
}

const toRoute = ({ client, target, timeouts }: MediaTarget, signal: AbortSignal): VideoRoute => {
  const options = callOptions(timeouts, Math.min(timeouts.totalMs, JOB_LIMITS.pollMs), signal);
  return {
    pollIntervalMs: client.pollIntervalMs(target),
    poll: (handle) => client.pollVideo(handle, target, options),
    cancel: (handle) => client.cancelVideo(handle, target, options),
  };
};

const jobRouteOf = ({ provider }: Candidate, { model, apiKey }: Target): JobRoute => ({ provider, model, ...(apiKey === undefined ? {} : { key: keyDigest(apiKey) }) });

export const createVideoRoutes = ({ targets, router, signal }: VideoRoutesOptions): VideoRoutes => ({
  async submit({ model, requestId }, call, attempts) {
    const tries: Attempt[] = [];
    try {
      const { answer } = await router.answer({
        candidates: targets.candidatesOf(model), trace: { attempts: tries, waitedMs: 0 }, requestId, signal, verdictOf: afterSubmission,
        async attempt({ candidate, target, limits }) {
          const client = targets.clientOf(candidate);
          const handle = await client.submitVideo(call, target, callOptions(limits, Math.min(limits.totalMs, JOB_LIMITS.submitMs), signal));
          return { handle, route: jobRouteOf(candidate, target), pollIntervalMs: client.pollIntervalMs(target) };
        },
      });
      return answer;
    } finally {
      attempts.push(...tries.map(({ route, outcome, durationMs }) => ({ route, outcome, durationMs: Math.round(durationMs) })));
    }
  },
  find(route) {
    const target = targets.find(route);
    return target === undefined ? undefined : toRoute(target, signal);
  },
});
