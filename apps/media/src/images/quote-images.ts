import { quoteOf, readContext } from "@cenote/calls";
import type { QuoteImagesRequest, QuoteImagesResponse } from "@cenote/contracts";
import { imageLines } from "./usage-lines";
import type { ImageScope } from "../media-scope";
import { readAskedImages } from "./asked-images";

/**
 * The price if all images are made. It makes the call's own checks, except limits and balance. Errors:
 * invalid_request_error, model_not_found, overloaded.
 */
export const quoteImages = async (scope: ImageScope, request: QuoteImagesRequest): Promise<QuoteImagesResponse> => {
  const { model, options, given } = readAskedImages(scope, readContext(request.context, scope.ids), request.images);
  const usage = imageLines(options.count, options.variant, given.inputs?.length ?? 0);
  const expected = { model: model.id, usage, shown: { images: options.count } };
  return { quote: await quoteOf(scope, { model: model.id, expected }) };
};
