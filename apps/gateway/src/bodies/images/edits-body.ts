import { type Static, Type } from "typebox";
import { optionalOf, optionalString } from "../../schema/fields";
import { BASE64_DATA_URL } from "../url-patterns";
import { imagesBody, SIZE_PATTERN } from "./body";

const givenImage = Type.Object({
  image_url: Type.String({
    pattern: BASE64_DATA_URL,
    description:
      "an image as a data URL, `data:image/png;base64,...`; or upload the file, to `/v1/images/edits` as `multipart/form-data`. There are no files with an id here, and none is fetched from an address",
  }),
});

/** Body of `POST /v1/images/edits`: that of generations, plus the images to edit. */
export const editsBody = Type.Object({
  ...imagesBody.properties,
  size: optionalString({
    pattern: SIZE_PATTERN,
    description:
      "`<width>x<height>`, such as `1024x1024`: one of the model's `sizes`. By default, and with `auto`, the first where the price depends on the size, as with OpenAI's GPT Image; elsewhere the image keeps the shape of the first that was given",
  }),
  images: Type.Array(givenImage, {
    minItems: 1,
    description:
      "The images to edit, or to use as references, in the order in which the prompt mentions them. PNG, JPEG or WebP, at most the model's `max_input_images`.",
  }),
  mask: optionalOf(
    givenImage,
    "Its transparent parts say where the first image may change: a PNG of that image's size, for models with `takes_mask`.",
  ),
});

export type EditsBody = Static<typeof editsBody>;

/** An image uploaded as bytes. For the schema it is an empty data URL, because its base64 would take more memory. */
export class FormImage {
  readonly image_url = "data:;base64,";
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  bytes(): Buffer {
    return this.#bytes;
  }
}
