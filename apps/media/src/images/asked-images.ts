import { findModel } from "@cenote/calls";
import { type Model, shutdownDateOf } from "@cenote/catalog";
import type { CallContext, ImagesRequest } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import { noProviderError } from "@cenote/routing";
import { refuseZdr, requirePrompt } from "../call-checks";
import type { ImageScope } from "../media-scope";
import { checkImageOptions, chooseImageOptions, type ImageOptions } from "./image-options";

/** What a caller asks for, of a model with at least one route. */
export interface AskedImages {
  readonly images: ImagesRequest;
  readonly model: Model;
  readonly options: ImageOptions;
  readonly shutdownDate: string | undefined;
}

/** Errors: invalid_request_error, model_not_found, provider_unavailable. */
export const readAskedImages = (
  { catalog: source, targets }: Pick<ImageScope, "catalog" | "targets">,
  context: CallContext,
  images: ImagesRequest | undefined,
): AskedImages => {
  if (images === undefined) throw invalidRequest("images", "images: required.");
  requirePrompt(images.prompt);
  checkImageOptions(images);
  refuseZdr(context, "images");
  const model = findModel(source, images.model, "image");
  const options = chooseImageOptions(model, images);
  const catalog = source.current();
  if (targets.candidatesOf(model.id).length === 0) throw noProviderError([model], catalog.providers);
  return { images, model, options, shutdownDate: shutdownDateOf(catalog, model) };
};
