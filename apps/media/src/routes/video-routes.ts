import { attemptsOf } from "@cenote/calls";
import { afterSubmission, atEndpoint, type Candidate, type Router, type TryRecord } from "@cenote/routing";
import {
  ForbiddenAddressError,
  type PolledVideo,
  readFileAddress,
  type Target,
  type VideoCall,
} from "@cenote/providers";
import type { JobRoute } from "../jobs/job";
import { JOB_LIMITS } from "../jobs/limits";
import type { VideoRoute, VideoRoutes } from "../jobs/ports";
import { keyDigest } from "./key-digest";
import { callOptions, type MediaTarget, type MediaTargets } from "./media-targets";

export interface VideoRoutesOptions {
  readonly targets: MediaTargets;
  readonly router: Router;
  /** Fires when the process stops; every call to a provider ends. */
  readonly signal: AbortSignal;
}

/**
 * A video whose address must not be fetched counts as failed: nobody gets that address, and nobody pays for it. Any
 * other address is returned as it is fetched: without control characters and spaces.
 */
const withFetchableVideo = (polled: PolledVideo, fileOrigins: readonly string[]): PolledVideo => {
  if (polled.state !== "completed") return polled;
  try {
    const { href } = readFileAddress(polled.video.url, fileOrigins);
    return { ...polled, video: { ...polled.video, url: href } };
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    return { state: "failed", message: error.message };
  }
};

const toRoute = (
  { client, target, timeouts, fileOrigins }: MediaTarget,
  handle: string,
  signal: AbortSignal,
): VideoRoute => {
  const options = callOptions(timeouts, Math.min(timeouts.totalMs, JOB_LIMITS.pollMs), signal);
  return {
    pollIntervalMs: client.pollIntervalMs(),
    poll: async () => withFetchableVideo(await client.pollVideo(handle, target, options), fileOrigins),
    cancel: () => client.cancelVideo(handle, target, options),
    stop: () => client.stopVideo(handle, target, options),
  };
};

const jobRouteOf = ({ provider }: Candidate, { model, apiKey }: Target): JobRoute => ({
  provider,
  model,
  ...(apiKey === undefined ? {} : { key: keyDigest(apiKey) }),
});

/** The routes that accept the first frame. If none does, all are tried, and each refusal says why. */
const acceptingAmong = (candidates: readonly Candidate[], { firstFrame }: VideoCall, targets: MediaTargets) => {
  if (firstFrame === undefined) return candidates;
  const taking = candidates.filter((one) => targets.clientOf(one).takesFirstFrame(one.targets[0].target));
  return taking.length === 0 ? candidates : taking;
};

/** Some providers make videos from an image at a separate endpoint, which the call decides. */
const atEndpoints = (candidates: readonly Candidate[], call: VideoCall, targets: MediaTargets) =>
  candidates.map((one) => atEndpoint(one, targets.clientOf(one).endpointOf(call, one.targets[0].target)));

export const createVideoRoutes = ({ targets, router, signal }: VideoRoutesOptions): VideoRoutes => ({
  async submit({ model, requestId }, call, attempts) {
    const tries: TryRecord[] = [];
    try {
      const { answer } = await router.answer({
        candidates: atEndpoints(acceptingAmong(targets.candidatesOf(model), call, targets), call, targets),
        history: { attempts: tries, waitedMs: 0 },
        requestId,
        signal,
        verdictOf: afterSubmission,
        async attempt({ candidate, target, limits }) {
          const client = targets.clientOf(candidate);
          const handle = await client.submitVideo(
            call,
            target,
            callOptions(limits, Math.min(limits.totalMs, JOB_LIMITS.submitMs), signal),
          );
          return { handle, route: jobRouteOf(candidate, target), pollIntervalMs: client.pollIntervalMs() };
        },
      });
      return answer;
    } finally {
      attempts.push(...attemptsOf(tries));
    }
  },
  find({ route, handle }) {
    const target = targets.find(route);
    return target === undefined ? undefined : toRoute(target, handle, signal);
  },
});
