import { type ImageModel, usableEdits } from "@cenote/catalog";
import type { ImagesRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { ImageCall } from "@cenote/providers";
import { GIVEN_BYTES, GIVEN_BYTES_TEXT, readGivenImage, readGivenMask } from "../given-image";
import { type Asking, modelsThat } from "../models-that";

/** What a call gives to be edited. */
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
 * The images of a call and their mask, if the model takes them over routes that can be called. Nothing for an image made
 * from the prompt alone. Errors: invalid_request_error naming the field, as REST has it.
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
