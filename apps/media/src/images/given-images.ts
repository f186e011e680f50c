import { type Catalog, type ImageModel, isUsable } from "@cenote/catalog";
import type { ImagesRequest } from "@cenote/contracts";
import { type CenoteError, invalidRequest } from "@cenote/core";
import type { ImageCall, InputImage } from "@cenote/providers";
import { findMediaType } from "../storage/media-type";
import { IMAGE_LIMITS } from "./image-limits";

/** What a call gives to be edited. */
export type GivenImages = Pick<ImageCall, "inputs" | "mask">;

const MIB = 1024 * 1024;
const TAKEN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);
const TAKEN_AS_MASK: ReadonlySet<string> = new Set(["image/png"]);

/** What the image is, its first bytes say: names and content types of files are often wrong. */
const readGiven = (field: string, data: Buffer, taken: ReadonlySet<string>): InputImage => {
  if (data.length === 0) throw invalidRequest(field, `${field}: must not be empty.`);
  const contentType = findMediaType("image", "", data)?.contentType;
  if (contentType === undefined || !taken.has(contentType))
    throw invalidRequest(field, `${field}: must be a ${taken.size === 1 ? "PNG" : "PNG, JPEG or WebP"} image.`);
  return { bytes: data, contentType };
};

const editsNone = ({ id }: ImageModel, catalog: Catalog): CenoteError => {
  const others = [...catalog.models.values()].filter(
    (model) =>
      model.type === "image" && model.edits !== undefined && model.routes.some((route) => isUsable(catalog, route)),
  );
  const which =
    others.length === 0 ? "No model of this gateway does." : `${others.map((model) => model.id).join(", ")} do.`;
  return invalidRequest("image", `image: ${id} edits no images. ${which}`);
};

const checkEdits = (model: ImageModel, { inputs, mask }: ImagesRequest, catalog: Catalog): void => {
  const { id, edits } = model;
  if (inputs.length === 0) {
    if (mask !== undefined) throw invalidRequest("mask", "mask: there is no image for it; give one in image.");
    return;
  }
  if (edits === undefined) throw editsNone(model, catalog);
  if (inputs.length > edits.maxInputs)
    throw invalidRequest("image", `image: ${id} takes at most ${edits.maxInputs} of them.`);
  if (mask !== undefined && !edits.mask) throw invalidRequest("mask", `mask: ${id} takes none.`);
};

/**
 * The images of a call and their mask, if the model takes them. Nothing for an image made from the prompt alone. Errors:
 * invalid_request_error naming the field, as REST has it.
 */
export const readGivenImages = (model: ImageModel, images: ImagesRequest, catalog: Catalog): GivenImages => {
  checkEdits(model, images, catalog);
  const { inputs, mask } = images;
  if (inputs.length === 0) return {};
  const bytes = [...inputs, ...(mask === undefined ? [] : [mask])].reduce((sum, { length }) => sum + length, 0);
  if (bytes > IMAGE_LIMITS.inputBytes)
    throw invalidRequest(
      "image",
      `image: all images of a call, its mask among them, may have at most ${IMAGE_LIMITS.inputBytes / MIB} MiB.`,
    );
  return {
    inputs: inputs.map((input, place) => readGiven(inputs.length === 1 ? "image" : `image[${place}]`, input, TAKEN)),
    ...(mask === undefined ? {} : { mask: readGiven("mask", mask, TAKEN_AS_MASK) }),
  };
};
