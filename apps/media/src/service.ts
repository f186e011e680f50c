import { callbackSecret } from "@cenote/callbacks";
import { readContext } from "@cenote/calls";
import type { MediaService } from "@cenote/contracts";
import { createImages } from "./images/create-images";
import { deleteImage } from "./images/delete-image";
import { quoteImages } from "./images/quote-images";
import { readImage } from "./images/read-image";
import type { MediaScope } from "./media-scope";
import { cancelVideo } from "./videos/cancel-video";
import { createVideo } from "./videos/create-video";
import { deleteVideo } from "./videos/delete-video";
import { getVideo } from "./videos/get-video";
import { listVideos } from "./videos/list-videos";
import { quoteVideo } from "./videos/quote-video";
import { watchVideo } from "./videos/watch-video";

const neverAborted = new AbortController().signal;

/** Connects the generated interface with the domain, nothing more. */
export const createMediaService = (scope: MediaScope): MediaService => ({
  createImages: (request, leaving = neverAborted) => createImages(scope, request, { leaving }),
  quoteImages: (request) => quoteImages(scope, request),
  readImage: (request) => readImage(scope, request),
  deleteImage: (request) => deleteImage(scope, request),
  createVideo: (request) => createVideo(scope, request),
  quoteVideo: (request) => quoteVideo(scope, request),
  getVideo: (request) => getVideo(scope, request),
  listVideos: (request) => listVideos(scope, request),
  cancelVideo: (request) => cancelVideo(scope, request),
  deleteVideo: (request) => deleteVideo(scope, request),
  watchVideo: (request, signal = neverAborted) => watchVideo(scope, request, signal),
  getCallbackSecret: async ({ context }) => ({
    secret: callbackSecret(scope.masterSecret, readContext(context, scope.ids).organizationId),
  }),
});
