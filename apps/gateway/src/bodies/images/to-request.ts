import { invalidRequest } from "@cenote/core";
import type { ImagesRequest } from "@cenote/contracts";
import type { ImagesBody } from "./body";
import { type EditsBody, FormImage } from "./edits-body";

/** `auto` leaves the choice to us, as nothing does. */
const chosen = (value: string | null | undefined): string | undefined =>
  value === null || value === "auto" ? undefined : value;

/** Bytes that base64 stands for, if all of it is that. */
const lengthOfBase64 = (text: string): number => {
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  return Math.floor(((text.length - padding) * 3) / 4);
};

/**
 * Whatever type it is said to be: media goes by its first bytes, and clients name files and types carelessly. Errors:
 * invalid_request_error for what is no base64, which Node's decoder would cut or pass over.
 */
const bytesOf = (image: EditsBody["images"][number] | FormImage, field: string): Buffer => {
  if (image instanceof FormImage) return image.bytes();
  const text = image.image_url.slice(image.image_url.indexOf(",") + 1);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== lengthOfBase64(text))
    throw invalidRequest(`${field}.image_url`, `${field}.image_url: its base64 is not valid.`);
  return bytes;
};

/** The body as media takes it. Pure. Errors: those of bytesOf. */
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
