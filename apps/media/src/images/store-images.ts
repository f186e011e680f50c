import { sleep } from "@cenote/core";
import { ProviderError, type ProviderErrorKind } from "@cenote/providers";
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

/** Pauses before a file is fetched again. */
const AGAIN_AFTER_MS = [250, 500, 1000] as const;

/** The file was refused, is not an image, or is no longer wanted. */
const FINAL_KINDS: ReadonlySet<ProviderErrorKind> = new Set(["rejected", "malformed", "aborted"]);

/** Whether another try would fail too. */
const isFinal = (error: unknown): boolean => !(error instanceof ProviderError) || FINAL_KINDS.has(error.kind);

/** Fetches with retries: the provider has been paid for the image, so one lost connection must not lose it. */
const fetchWithRetries = async (
  { clock, stopping }: ImageScope,
  deadlineMs: number,
  fetchFile: (totalMs: number) => Promise<SavedMedia>,
): Promise<SavedMedia> => {
  const leftMs = () => deadlineMs - clock.monotonicMs();
  for (const againAfterMs of AGAIN_AFTER_MS) {
    try {
      return await fetchFile(Math.max(1, leftMs()));
    } catch (error) {
      if (isFinal(error) || leftMs() <= againAfterMs) throw error;
    }
    // A stop of the process also ends the next try.
    await sleep(clock, againAfterMs, stopping).catch(() => {});
  }
  return fetchFile(Math.max(1, leftMs()));
};

/**
 * Stores each image on its own; an image that can't be stored counts as not made. The call is recorded as unpaid first,
 * so that its files do not stay for good if the process dies before the charge.
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
      return fetchWithRetries(scope, options.deadlineMs, (totalMs) =>
        scope.saver.saveFrom("image", place, {
          url: image.url,
          allowedOrigins: fileOrigins,
          maxBytes: IMAGE_LIMITS.imageBytes,
          totalMs,
          signal: scope.stopping,
        }),
      );
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
