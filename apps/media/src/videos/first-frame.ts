import { usableFirstFrame, type VideoModel } from "@cenote/catalog";
import type { VideoRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { GIVEN_BYTES, GIVEN_BYTES_TEXT, readGivenImage } from "../given-image";
import { type Asking, modelsThat } from "../models-that";

/** The field's name in REST. */
const FIELD = "input_reference";

/**
 * The image that a video begins with, if the call has one and the model accepts it over a route that can be called.
 * Errors: invalid_request_error with the field's name in REST.
 */
export const readFirstFrame = (
  model: VideoModel,
  { firstFrame, aspectRatio }: VideoRequest,
  asking: Asking,
): InputImage | undefined => {
  if (firstFrame === undefined) return undefined;
  const { catalog } = asking;
  const taken = usableFirstFrame(catalog, model);
  if (taken === undefined) {
    const others = modelsThat(
      asking,
      (other) => other.type === "video" && usableFirstFrame(catalog, other) !== undefined,
    );
    throw invalidField(FIELD, `${model.id} makes no videos from an image. ${others}`);
  }
  if (firstFrame.length > GIVEN_BYTES) throw invalidField(FIELD, `must have at most ${GIVEN_BYTES_TEXT}.`);
  const image = readGivenImage(FIELD, firstFrame);
  if (aspectRatio !== undefined && !taken.aspectRatio)
    throw invalidField("aspect_ratio", `with an image a video of ${model.id} has the image's shape; leave it out.`);
  return image;
};
