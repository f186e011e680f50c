import { admitCall, type Cost, failedCall, madeInfo, NO_COST, readContext, startCallTimes } from "@cenote/calls";
import type { CreateImagesRequest, CreateImagesResponse, ImagesRequest, SettleRequest } from "@cenote/contracts";
import { toCallError } from "@cenote/routing";
import { imageLines } from "./usage-lines";
import type { ImageScope } from "../media-scope";
import { readAskedImages } from "./asked-images";
import { IMAGE_LIMITS } from "./image-limits";
import type { ImageOptions } from "./image-options";
import { makeImages } from "./make-images";
import { splitCost } from "./split-cost";
import { storeImages } from "./store-images";

/** Charges for what was made, or releases its hold. @param draft The answer without its cost. */
export type PayForImages = (charge: SettleRequest, draft: CreateImagesResponse) => Promise<Cost>;

export interface CreateImagesOptions {
  /** Fires when the caller leaves. */
  readonly leaving: AbortSignal;
  /** Replaces the call's own payment. */
  readonly pay?: PayForImages;
}

/**
 * Creates images. All are stored and paid for when it returns. A caller who leaves pays for the images that were made
 * or under way; they are kept, and a retry with the same idempotency key gets them. Errors: those of
 * MediaService.createImages.
 */
export const createImages = async (
  scope: ImageScope,
  request: CreateImagesRequest,
  { leaving, pay }: CreateImagesOptions,
): Promise<CreateImagesResponse> => {
  const { clock, background, unpaid } = scope;
  const times = startCallTimes(clock, "image", false);
  const created = new Date(clock.nowMs());
  const context = readContext(request.context, scope.ids);
  const asked = readAskedImages(scope, context, request.images);
  const { images, model, options, given } = asked;
  const { count, size, quality, variant } = options;
  const linesOf = (made: number) => imageLines(made, variant, given.inputs?.length ?? 0);

  const paid = await admitCall(scope, {
    context,
    model: model.id,
    estimate: linesOf(count),
    holdTtlMs: IMAGE_LIMITS.holdTtlMs,
  });
  try {
    await paid.confirm();
    const askedMs = clock.monotonicMs();
    const { made, failure } = await makeImages({
      targets: scope.targets,
      router: scope.router,
      model: model.id,
      count,
      deadlineMs: times.startMs + IMAGE_LIMITS.makeMs,
      call: {
        prompt: images.prompt,
        size,
        quality,
        user: images.user,
        ...given,
      },
      isGiven: (field) => isGiven(images, options, field),
      leaving,
      stopping: scope.stopping,
      requestId: context.requestId,
      history: times.history,
    });
    const upstreamUs = Math.round((clock.monotonicMs() - askedMs) * 1000);
    const stored = await storeImages(scope, made, {
      organizationId: context.organizationId,
      requestId: context.requestId,
      deadlineMs: times.startMs + IMAGE_LIMITS.totalMs,
    });
    const reason = failure ?? stored.failure;
    if (stored.saved.length === 0) throw toCallError(reason);
    const draft: CreateImagesResponse = {
      created,
      model: model.id,
      images: stored.saved.map(({ url, contentType }) => ({ url, contentType, ...NO_COST })),
      usage: { images: stored.saved.length, ...NO_COST },
      failed: count - stored.saved.length,
      failure: stored.saved.length === count ? "" : toCallError(reason).message,
      // Elapsed time, not the sum of the calls, of which several run at once.
      info: { ...madeInfo(paid, times, asked), upstreamUs },
    };
    const charge = { model: model.id, usage: linesOf(stored.saved.length), record: times.record("ok") };
    const cost = await (pay === undefined ? paid.settleUndelivered(charge) : pay(paid.handOver(charge), draft));
    background.run("the note of paid images", unpaid.remove(stored.mediaId));
    return pricedImages(draft, cost);
  } catch (error) {
    throw await failedCall(paid, times, toCallError(error));
  }
};

/**
 * Whether the caller gave a field: size and quality may be the model's default, and a quality that the model does not
 * have is not sent.
 */
const isGiven = (images: ImagesRequest, { quality }: ImageOptions, field: string): boolean =>
  (field === "size" && images.size !== undefined) ||
  (field === "quality" && images.quality !== undefined && quality !== undefined) ||
  (field === "user" && images.user !== undefined) ||
  (field === "image" && images.inputs.length > 0) ||
  (field === "mask" && images.mask !== undefined);

/** The answer with its cost, divided among the images. */
export const pricedImages = (draft: CreateImagesResponse, cost: Cost): CreateImagesResponse => {
  const costs = splitCost(cost, draft.images.length);
  return {
    ...draft,
    images: draft.images.map((image, index) => ({ ...image, ...costs[index] })),
    usage: { images: draft.images.length, ...cost },
  };
};
