import type {
  CancelVideoRequest,
  CreateImagesRequest,
  CreateVideoRequest,
  GetCallbackSecretRequest,
  GetVideoRequest,
  ListVideosRequest,
  MediaService,
  QuoteImagesRequest,
  QuoteVideoRequest,
} from "@cenote/contracts";
import { type Clock, toCenoteError } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";

export interface MetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
}

const SECONDS_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** The same service with metrics: calls by method and outcome, and their time. Streams are counted, not timed. */
export const withMetrics = (service: MediaService, { metrics, clock }: MetricsOptions): MediaService => {
  const calls = metrics.counter({
    name: "cenote_media_calls_total",
    help: "Calls answered.",
    labels: ["method", "outcome"],
  });
  const seconds = metrics.histogram({
    name: "cenote_media_call_seconds",
    help: "Time of a call.",
    labels: ["method"],
    buckets: SECONDS_BUCKETS,
  });

  const measured =
    <Request, Response>(method: string, call: (request: Request, signal?: AbortSignal) => Promise<Response>) =>
    async (request: Request, signal?: AbortSignal): Promise<Response> => {
      const startedMs = clock.monotonicMs();
      try {
        const response = await call(request, signal);
        calls.inc({ method, outcome: "ok" });
        return response;
      } catch (error) {
        calls.inc({ method, outcome: toCenoteError(error).code });
        throw error;
      } finally {
        seconds.observe({ method }, (clock.monotonicMs() - startedMs) / 1000);
      }
    };

  return {
    createImages: measured("createImages", (request: CreateImagesRequest, signal) =>
      service.createImages(request, signal),
    ),
    createVideo: measured("createVideo", (request: CreateVideoRequest, signal) => service.createVideo(request, signal)),
    quoteImages: measured("quoteImages", (request: QuoteImagesRequest, signal) => service.quoteImages(request, signal)),
    quoteVideo: measured("quoteVideo", (request: QuoteVideoRequest, signal) => service.quoteVideo(request, signal)),
    getVideo: measured("getVideo", (request: GetVideoRequest, signal) => service.getVideo(request, signal)),
    listVideos: measured("listVideos", (request: ListVideosRequest, signal) => service.listVideos(request, signal)),
    cancelVideo: measured("cancelVideo", (request: CancelVideoRequest, signal) => service.cancelVideo(request, signal)),
    getCallbackSecret: measured("getCallbackSecret", (request: GetCallbackSecretRequest, signal) =>
      service.getCallbackSecret(request, signal),
    ),
    readImage(request, signal) {
      calls.inc({ method: "readImage", outcome: "ok" });
      return service.readImage(request, signal);
    },
    watchVideo(request, signal) {
      calls.inc({ method: "watchVideo", outcome: "ok" });
      return service.watchVideo(request, signal);
    },
  };
};
