import { beginKeyed, deferEnd, keepAndCharge } from "@cenote/calls";
import { CreateImagesRequest, CreateImagesResponse } from "@cenote/contracts";
import { imageDigest } from "../image-digest";
import { createImages, type PayForImages, pricedImages } from "../images/create-images";
import type { KeyedScope } from "./keyed-scope";

/** Images are replaced by their digests: they are up to 20 MiB, and would be copied twice. */
const bodyOf = ({ images, ...request }: CreateImagesRequest): Uint8Array =>
  CreateImagesRequest.encode({
    ...request,
    context: undefined,
    images: images && {
      ...images,
      inputs: images.inputs.map(imageDigest),
      mask: images.mask && imageDigest(images.mask),
    },
  }).finish();

/**
 * Images under an idempotency key: a retry gets the same images, and they are paid for once. Errors: those of
 * createImages, idempotency_conflict.
 */
export const createImagesOnce = async (
  scope: KeyedScope,
  request: CreateImagesRequest,
  leaving: AbortSignal,
): Promise<CreateImagesResponse> => {
  const begun = await beginKeyed(scope, request.context, "images", bodyOf(request));
  if (begun.ticket === undefined) {
    return pricedImages({ ...CreateImagesResponse.decode(begun.answer), info: begun.toInfo(undefined) }, begun.cost);
  }
  const { ticket, context, toInfo } = begun;
  const deferred = deferEnd(scope);
  let isPaying = false;
  const pay: PayForImages = (charge, draft) => {
    isPaying = true;
    return keepAndCharge(scope, ticket, charge, CreateImagesResponse.encode({ ...draft, info: undefined }).finish());
  };
  try {
    const response = await createImages(
      { ...scope, billing: deferred.billing },
      { ...request, context },
      { leaving, pay },
    );
    return { ...response, info: toInfo(response.info) };
  } catch (error) {
    if (!isPaying) await deferred.giveUp(ticket);
    throw error;
  }
};
