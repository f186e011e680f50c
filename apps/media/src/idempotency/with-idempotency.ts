import type { CallContext, MediaService } from "@cenote/contracts";
import { createImagesOnce } from "./create-images-once";
import { createVideoOnce } from "./create-video-once";
import type { KeyedScope } from "./keyed-scope";

const isKeyed = ({ context }: { readonly context: CallContext | undefined }): boolean =>
  (context?.idempotencyKey ?? "") !== "";

/** The service with `Idempotency-Key` for the paid calls. */
export const withIdempotency = (service: MediaService, scope: KeyedScope): MediaService => ({
  ...service,
  createImages: (request, leaving = new AbortController().signal) =>
    isKeyed(request) ? createImagesOnce(scope, request, leaving) : service.createImages(request, leaving),
  createVideo: (request, signal) =>
    isKeyed(request) ? createVideoOnce(scope, request) : service.createVideo(request, signal),
});
