import { IMAGE_QUALITIES } from "@cenote/core";
import { type Static, Type } from "typebox";
import { optionalBoolean, optionalEnum, optionalInteger, optionalString } from "../../schema/fields";
import { callFields, PROMPT_CHARACTERS } from "../call-fields";

const MAX_IMAGES = 8;
export const SIZE_PATTERN = "^(?:auto|[1-9][0-9]{0,4}x[1-9][0-9]{0,4})$";

/**
 * Body of `POST /v1/images/generations`: validation, type and document. Unknown fields are ignored and reported. `null`
 * means absent.
 */
export const imagesBody = Type.Object({
  model: callFields.model,
  prompt: Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS, description: "Describes the image." }),
  n: optionalInteger({
    minimum: 1,
    maximum: MAX_IMAGES,
    description: "Number of images, each billed separately. Default: 1.",
  }),
  size: optionalString({
    pattern: SIZE_PATTERN,
    description:
      "`<width>x<height>`, such as `1024x1024`: one of the model's `sizes`, by default, and with `auto`, the first",
  }),
  quality: optionalEnum(
    [...IMAGE_QUALITIES, "auto"],
    "One that the model has a price for. Models without qualities ignore it, and those with others ignore `standard` and `hd`. `auto` is the default.",
  ),
  response_format: optionalEnum(
    ["url", "b64_json"],
    "Every image is stored and has its `url`; with `b64_json` the answer contains its bytes as well.",
  ),
  stream: optionalEnum([false], "Images are not streamed: true is rejected."),
  user: optionalString(),
  zdr: optionalBoolean("Zero data retention is impossible, since images are stored: true is rejected."),
});

export type ImagesBody = Static<typeof imagesBody>;
