import { JOB_LIMITS } from "../jobs/limits";
import type { VideoRoute, VideoRoutes } from "../jobs/ports";
import { type MediaTarget, type MediaTargets, callOptions } from "./media-targets";

const toRoute = ({ provider, model, client, target, timeouts }: MediaTarget, signal: AbortSignal): VideoRoute => {
  const submitLimitMs = Math.min(timeouts.totalMs, JOB_LIMITS.submitMs);
  const pollOptions = callOptions(timeouts, Math.min(timeouts.totalMs, JOB_LIMITS.pollMs), signal);
  return {
    provider, model, pollIntervalMs: client.pollIntervalMs(target),
    submit: (call) => client.submitVideo(call, target, callOptions(timeouts, submitLimitMs, signal)),
    poll: (handle) => client.pollVideo(handle, target, pollOptions),
    cancel: (handle) => client.cancelVideo(handle, target, pollOptions),
  };
};

/** @param signal Ends every call to a provider: the process stops. */
export const createVideoRoutes = (targets: MediaTargets, signal: AbortSignal): VideoRoutes => ({
  ofModel: (modelId) => targets.ofModel(modelId).map((target) => toRoute(target, signal)),
  find(route) {
    const target = targets.find(route);
    return target === undefined ? undefined : toRoute(target, signal);
  },
});
