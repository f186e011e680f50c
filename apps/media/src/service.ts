import { callbackSecret } from "@cenote/callbacks";
import { readContext } from "@cenote/calls";
import type { CallContext, MediaService } from "@cenote/contracts";
import { createImages } from "./images/create-images";
import { createImagesOnce } from "./idempotency/create-images-once";
import { createVideoOnce } from "./idempotency/create-video-once";
import { quoteImages } from "./images/quote-images";
import { readImage } from "./images/read-image";
import type { KeyedScope } from "./idempotency/keyed-scope";
import { cancelVideo } from "./videos/cancel-video";
import { createVideo } from "./videos/create-video";
import { getVideo } from "./videos/get-video";
import { listVideos } from "./videos/list-videos";
import { quoteVideo } from "./videos/quote-video";
import { watchVideo } from "./videos/watch-video";

const neverAborted = new AbortController().signal;

const hasKey = ({ context }: { readonly context: CallContext | undefined }): boolean =>
  (context?.idempotencyKey ?? "") !== "";

/** The generated interface over the domain, nothing more. */
export const createMediaService = (scope: KeyedScope): MediaService => ({
  createImages: (request, leaving = neverAborted) =>
    hasKey(request) ? createImagesOnce(scope, request, leaving) : createImages(scope, request, { leaving }),
  quoteImages: (request) => quoteImages(scope, request),
  readImage: (request) => readImage(scope, request),
  createVideo: (request) => (hasKey(request) ? createVideoOnce(scope, request) : createVideo(scope, request)),
  quoteVideo: (request) => quoteVideo(scope, request),
  getVideo: (request) => getVideo(scope, request),
  listVideos: (request) => listVideos(scope, request),
  cancelVideo: (request) => cancelVideo(scope, request),
  watchVideo: (request, signal = neverAborted) => watchVideo(scope, request, signal),
  getCallbackSecret: async ({ context }) => ({
    secret: callbackSecret(scope.masterSecret, readContext(context, scope.ids).organizationId),
  }),
});
