import { beginCallSpan, type CallTracing, costAttributes, infoAttributes } from "@cenote/calls";
import type { MediaService } from "@cenote/contracts";
import { inSpan } from "@cenote/core";

/**
 * The same service with tracing. Spans cover calls that make something, deletions, and a status request that comes with
 * a trace, because the poll that finds a finished video charges for it. Watching lasts for hours and has no span.
 */
export const withTracing = (service: MediaService, parts: CallTracing): MediaService => {
  const { tracing } = parts;
  const within =
    <Request, Answer>(method: string, call: (request: Request, signal?: AbortSignal) => Promise<Answer>) =>
    (request: Request, signal?: AbortSignal): Promise<Answer> =>
      tracing.isInside()
        ? inSpan(tracing.begin(`media ${method}`), () => call(request, signal))
        : call(request, signal);

  return {
    ...service,
    createImages: (request, signal) =>
      inSpan(
        beginCallSpan(parts, {
          operation: "generate_content",
          type: "image",
          model: request.images?.model,
          context: request.context,
          attributes: { "gen_ai.output.type": "image" },
        }),
        () => service.createImages(request, signal),
        ({ model, images, failed, usage, info }) => ({
          "gen_ai.response.model": model,
          "cenote.images": images.length,
          "cenote.images_failed": failed,
          ...costAttributes(usage),
          ...infoAttributes(info),
        }),
      ),
    createVideo: (request, signal) =>
      inSpan(
        beginCallSpan(parts, {
          operation: "generate_content",
          type: "video",
          model: request.video?.model,
          context: request.context,
          attributes: { "gen_ai.output.type": "video" },
        }),
        () => service.createVideo(request, signal),
        ({ job, info }) => ({ "gen_ai.response.model": job?.model, "cenote.job_id": job?.id, ...infoAttributes(info) }),
      ),
    getVideo: within("getVideo", (request, signal) => service.getVideo(request, signal)),
    cancelVideo: within("cancelVideo", (request, signal) => service.cancelVideo(request, signal)),
    deleteVideo: within("deleteVideo", (request, signal) => service.deleteVideo(request, signal)),
    deleteImage: within("deleteImage", (request, signal) => service.deleteImage(request, signal)),
  };
};
