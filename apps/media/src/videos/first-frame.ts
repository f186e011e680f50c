import type { Catalog, VideoModel } from "@cenote/catalog";
import type { VideoRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { GIVEN_BYTES, GIVEN_BYTES_TEXT, readGivenImage } from "../given-image";
import { modelsThat } from "../models-that";

/** As REST has it. */
const FIELD = "input_reference";

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
  if (model.firstFrame === undefined) {
    const others = modelsThat(catalog, (other) => other.type === "video" && other.firstFrame !== undefined);
    throw invalidField(FIELD, `${model.id} makes no videos from an image. ${others}`);
  }
  if (firstFrame.length > GIVEN_BYTES) throw invalidField(FIELD, `must have at most ${GIVEN_BYTES_TEXT}.`);
  const image = readGivenImage(FIELD, firstFrame);
  if (aspectRatio !== undefined && !model.firstFrame.aspectRatio)
    throw invalidField("aspect_ratio", `with an image a video of ${model.id} has the image's shape; leave it out.`);
  return image;
};
