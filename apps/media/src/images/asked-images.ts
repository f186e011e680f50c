import { findModel } from "@cenote/calls";
import { type ImageModel, shutdownDateOf } from "@cenote/catalog";
import type { CallContext, ImagesRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { refuseZdr, requirePrompt } from "../call-checks";
import type { ImageScope } from "../media-scope";
import { type GivenImages, readGivenImages } from "./given-images";
import { checkImageOptions, chooseImageOptions, type ImageOptions } from "./image-options";

/** What a caller asks for. The model has at least one route. */
export interface AskedImages {
  readonly images: ImagesRequest;
  readonly model: ImageModel;
  readonly options: ImageOptions;
  readonly given: GivenImages;
  readonly shutdownDate: string | undefined;
}

/** Errors: invalid_request_error, model_not_found. */
export const readAskedImages = (
  { catalog: source }: Pick<ImageScope, "catalog">,
  context: CallContext,
  images: ImagesRequest | undefined,
): AskedImages => {
  if (images === undefined) throw invalidField("images", "required.");
  requirePrompt(images.prompt);
  checkImageOptions(images);
  refuseZdr(context, "images");
  const model = findModel(source, images.model, "image", context);
  const options = chooseImageOptions(model, images);
  const catalog = source.current();
  const given = readGivenImages(model, images, { catalog, context });
  return { images, model, options, given, shutdownDate: shutdownDateOf(catalog, model) };
};
