import type { ImagesRequest } from "@cenote/contracts";
import { bytesOfDataUrl } from "../bytes-of-data-url";
import type { ImagesBody } from "./body";
import { type EditsBody, FormImage } from "./edits-body";

/** `auto` and an absent value both leave the choice to the gateway. */
const chosen = (value: string | null | undefined): string | undefined =>
  value === null || value === "auto" ? undefined : value;

/** Errors: those of bytesOfDataUrl. */
const bytesOf = (image: EditsBody["images"][number] | FormImage, field: string): Buffer =>
  image instanceof FormImage ? image.bytes() : bytesOfDataUrl(image.image_url, `${field}.image_url`);

/** The body as a request to media. Pure. Errors: those of bytesOf. */
export const toImagesRequest = (body: ImagesBody | EditsBody): ImagesRequest => {
  const { model, prompt, n, size, quality, user } = body;
  const { images = [], mask } = body as Partial<EditsBody>;
  return {
    model,
    prompt,
    n: n ?? undefined,
    size: chosen(size),
    quality: chosen(quality),
    user: user ?? undefined,
    inputs: images.map((image, place) => bytesOf(image, `images[${place}]`)),
    mask: mask ? bytesOf(mask, "mask") : undefined,
  };
};
