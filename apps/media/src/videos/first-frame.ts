import { type Catalog, isUsable, type VideoModel } from "@cenote/catalog";
import type { VideoRequest } from "@cenote/contracts";
import { type CenoteError, invalidRequest } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { GIVEN_BYTES, GIVEN_BYTES_TEXT, readGivenImage } from "../given-image";

/** As REST has it. */
const FIELD = "input_reference";

const takesNone = ({ id }: VideoModel, catalog: Catalog): CenoteError => {
  const others = [...catalog.models.values()].filter(
    (model) =>
      model.type === "video" &&
      model.firstFrame !== undefined &&
      model.routes.some((route) => isUsable(catalog, route)),
  );
  const which =
    others.length === 0 ? "No model of this gateway does." : `${others.map((model) => model.id).join(", ")} do.`;
  return invalidRequest(FIELD, `${FIELD}: ${id} makes no videos from an image. ${which}`);
};

/**
 * The image that a video begins with, if the call gives one and the model takes it. Errors: invalid_request_error naming
 * the field, as REST has it.
 */
export const readFirstFrame = (
  model: VideoModel,
  { firstFrame, aspectRatio }: VideoRequest,
  catalog: Catalog,
): InputImage | undefined => {
  if (firstFrame === undefined) return undefined;
  if (model.firstFrame === undefined) throw takesNone(model, catalog);
  if (firstFrame.length > GIVEN_BYTES) throw invalidRequest(FIELD, `${FIELD}: must have at most ${GIVEN_BYTES_TEXT}.`);
  const image = readGivenImage(FIELD, firstFrame);
  if (aspectRatio !== undefined && !model.firstFrame.aspectRatio)
    throw invalidRequest(
      "aspect_ratio",
      `aspect_ratio: with an image a video of ${model.id} has the image's shape; leave it out.`,
    );
  return image;
};
