import type { ImageScope } from "../media-scope";
import type { SavedMedia } from "../storage/save-media";
import { IMAGE_LIMITS } from "./image-limits";
import type { MadeBy } from "./make-images";

export interface StoreOptions {
  readonly organizationId: string;
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
}

export interface StoredImages {
  readonly mediaId: string;
  /** In the order in which they were made. */
  readonly saved: readonly SavedMedia[];
  readonly failure: unknown;
}

/**
 * Stores each image by itself; one that can't be stored counts as not made. The call is first noted as unpaid, so that
 * its files do not stay for good if the process dies before the charge.
 */
export const storeImages = async (
  scope: ImageScope,
  made: readonly MadeBy[],
  options: StoreOptions,
): Promise<StoredImages> => {
  const mediaId = scope.ids.uuid();
  if (made.length > 0)
    await scope.unpaid.add({
      organizationId: options.organizationId,
      mediaId,
      requestId: options.requestId,
      atMs: scope.clock.nowMs(),
    });
  const outcomes = await Promise.allSettled(
    made.map(({ image, fileOrigins }, index) => {
      const place = { organizationId: options.organizationId, mediaId, number: index + 1 };
      if (image.kind === "bytes") return scope.saver.saveBytes("image", place, image);
      return scope.saver.saveFrom("image", place, {
        url: image.url,
        allowedOrigins: fileOrigins,
        maxBytes: IMAGE_LIMITS.imageBytes,
        totalMs: Math.max(1, options.deadlineMs - scope.clock.monotonicMs()),
        signal: scope.stopping,
      });
    }),
  );
  const rejected = outcomes.find((outcome) => outcome.status === "rejected");
  if (rejected !== undefined)
    scope.log.warn({ requestId: options.requestId, error: rejected.reason as unknown }, "an image could not be stored");
  return {
    mediaId,
    saved: outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
    failure: rejected?.reason,
  };
};
