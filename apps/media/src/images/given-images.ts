import { type ImageModel, usableEdits } from "@cenote/catalog";
import type { ImagesRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { ImageCall } from "@cenote/providers";
import { GIVEN_BYTES, GIVEN_BYTES_TEXT, readGivenImage, readGivenMask } from "../given-image";
import { type Asking, modelsThat } from "../models-that";

/** The images of a call that are to be edited. */
export type GivenImages = Pick<ImageCall, "inputs" | "mask">;

const checkEdits = (model: ImageModel, { inputs, mask }: ImagesRequest, asking: Asking): void => {
  const { id } = model;
  if (inputs.length === 0) {
    if (mask !== undefined) throw invalidField("mask", "there is no image for it; give one in image.");
    return;
  }
  const { catalog } = asking;
  const edits = usableEdits(catalog, model);
  if (edits === undefined) {
    const others = modelsThat(asking, (other) => other.type === "image" && usableEdits(catalog, other) !== undefined);
    throw invalidField("image", `${id} edits no images. ${others}`);
  }
  if (inputs.length > edits.maxInputs) throw invalidField("image", `${id} takes at most ${edits.maxInputs} of them.`);
  if (mask !== undefined && !edits.mask) throw invalidField("mask", `${id} takes none.`);
};

/**
 * The images and the mask of a call, if the model accepts them over routes that can be called. Empty for a call with a
 * prompt alone. Errors: invalid_request_error with the field's name in REST.
 */
export const readGivenImages = (model: ImageModel, images: ImagesRequest, asking: Asking): GivenImages => {
  checkEdits(model, images, asking);
  const { inputs, mask } = images;
  if (inputs.length === 0) return {};
  const bytes = [...inputs, ...(mask === undefined ? [] : [mask])].reduce((sum, { length }) => sum + length, 0);
  if (bytes > GIVEN_BYTES)
    throw invalidField("image", `all images of a call, its mask among them, may have at most ${GIVEN_BYTES_TEXT}.`);
  return {
    inputs: inputs.map((input, place) => readGivenImage(inputs.length === 1 ? "image" : `image[${place}]`, input)),
    mask: mask && readGivenMask("mask", mask),
  };
};
