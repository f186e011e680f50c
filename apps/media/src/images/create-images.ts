import { giveBack, releaseQuietly, settleCall, readContext } from "@cenote/calls";
import type { CallRecord, CreateImagesRequest, CreateImagesResponse, SettleRequest } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import { type CallTrace, toCallError } from "@cenote/routing";
import { imageLines } from "../billing/usage-lines";
import type { MediaScope } from "../media-scope";
import type { SavedMedia } from "../storage/save-media";
import { readAskedImages } from "./asked-images";
import { IMAGE_LIMITS } from "./image-limits";
import { type MadeBy, makeImages } from "./make-images";
import { type ItemCost, splitCost } from "./split-cost";

/** Charges what was made, or closes its hold. @param draft The answer, still without what it costs. */
export type PayForImages = (charge: SettleRequest, draft: CreateImagesResponse) => Promise<ItemCost>;

export interface CreateImagesOptions {
  /** The caller left. */
  readonly leaving: AbortSignal;
  /** By default it pays at once. */
  readonly pay?: PayForImages;
}

/**
 * Images, all stored and paid for when it returns. A caller who leaves pays for those that were made or under way, and
 * they are kept: a retry with the same idempotency key gets them. Errors: those of MediaService.createImages.
 */
export const createImages = async (
  scope: MediaScope,
  request: CreateImagesRequest,
  { leaving, pay = (charge) => payAtOnce(scope, charge) }: CreateImagesOptions,
): Promise<CreateImagesResponse> => {
  const { clock, billing, background, unpaid } = scope;
  const startMs = clock.monotonicMs();
  const created = new Date(clock.nowMs());
  const context = readContext(request.context, scope.ids);
  const { images, model, options, shutdownDate } = readAskedImages(scope, context, request.images);
  const { count, size, quality, variant } = options;

  const { rateLimits } = await billing.admit({
    context,
    model: model.id,
    estimate: imageLines(count, variant),
    holdTtlMs: IMAGE_LIMITS.holdTtlMs,
  });
  const trace: CallTrace = { attempts: [], waitedMs: 0 };
  const record = (outcome: string): CallRecord => ({
    kind: "image",
    stream: false,
    outcome,
    attempts: trace.attempts.map(({ durationMs, ...one }) => ({ ...one, durationMs: Math.round(durationMs) })),
    durationMs: Math.round(clock.monotonicMs() - startMs),
    firstContentMs: 0,
  });
  const make = async () => {
    await billing.confirmHold({ context });
    const { made, failure } = await makeImages({
      targets: scope.targets,
      router: scope.router,
      model: model.id,
      count,
      callsAtOnce: IMAGE_LIMITS.callsAtOnce,
      deadlineMs: startMs + IMAGE_LIMITS.makeMs,
      call: {
        prompt: images.prompt,
        ...(size === undefined ? {} : { size }),
        ...(quality === undefined ? {} : { quality }),
        ...(images.user === undefined ? {} : { user: images.user }),
      },
      // Size and quality may be the model's default, and a quality that the model does not know is not sent.
      isGiven: (field) =>
        (field === "size" && images.size !== undefined) ||
        (field === "quality" && images.quality !== undefined && quality !== undefined) ||
        (field === "user" && images.user !== undefined),
      leaving,
      stopping: scope.stopping,
      requestId: context.requestId,
      trace,
    });
    const upstreamUs = Math.round((clock.monotonicMs() - startMs) * 1000);
    const stored = await storeAll(scope, made, {
      organizationId: context.organizationId,
      requestId: context.requestId,
      deadlineMs: startMs + IMAGE_LIMITS.totalMs,
    });
    const reason = failure ?? stored.failure;
    if (stored.saved.length === 0) throw toCallError(reason);
    const draft: CreateImagesResponse = {
      created,
      model: model.id,
      images: stored.saved.map(({ url, contentType }) => ({ url, contentType, ...FREE })),
      usage: { images: stored.saved.length, ...FREE },
      failed: count - stored.saved.length,
      failure: stored.saved.length === count ? "" : toCallError(reason).message,
      info: { rateLimits, attempts: trace.attempts.length, upstreamUs, droppedFields: [], shutdownDate },
    };
    const charge = {
      context,
      model: model.id,
      usage: imageLines(stored.saved.length, variant),
      record: record("ok"),
      requiresHold: true,
    };
    return { draft, charge, mediaId: stored.mediaId };
  };
  const { draft, charge, mediaId } = await make().catch(async (error: unknown) => {
    const failure = toCallError(error);
    await releaseQuietly(scope, { context, model: model.id, record: record(failure.code) });
    throw failure;
  });
  const cost = await pay(charge, draft);
  background.run("the note of paid images", unpaid.remove(mediaId));
  return pricedImages(draft, cost);
};

const payAtOnce = async (scope: MediaScope, charge: SettleRequest): Promise<ItemCost> => {
  try {
    return await settleCall(scope, charge);
  } catch (error) {
    await giveBack(scope, charge, toCenoteError(error).code);
    throw error;
  }
};

const FREE: ItemCost = { costUsd: "0", costNanoMxn: 0n };

/** The answer with what it cost, shared out over the images. */
export const pricedImages = (draft: CreateImagesResponse, { costUsd, costNanoMxn }: ItemCost): CreateImagesResponse => {
  const costs = splitCost({ costUsd, costNanoMxn }, draft.images.length);
  return {
    ...draft,
    images: draft.images.map((image, index) => ({ ...image, ...costs[index] })),
    usage: { images: draft.images.length, costUsd, costNanoMxn },
  };
};

interface StoreOptions {
  readonly organizationId: string;
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
}

interface StoredImages {
  readonly mediaId: string;
  /** In the order in which they were made. */
  readonly saved: readonly SavedMedia[];
  readonly failure: unknown;
}

/**
 * Stores each image by itself; one that can't be stored counts as not made. The call is first noted as unpaid, so that
 * its files do not stay for good if the process dies before the charge.
 */
const storeAll = async (scope: MediaScope, made: readonly MadeBy[], options: StoreOptions): Promise<StoredImages> => {
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
  if (rejected !== undefined) scope.log.warn({ error: rejected.reason as unknown }, "an image could not be stored");
  return {
    mediaId,
    saved: outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
    failure: rejected?.reason,
  };
};
