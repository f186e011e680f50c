import type { ImagesRequest } from "@cenote/contracts";
import type { ImagesBody } from "./body";
import type { EditsBody } from "./edits-body";

/** `auto` leaves the choice to us, as nothing does. */
const chosen = (value: string | null | undefined): string | undefined =>
  value === null || value === "auto" ? undefined : value;

/** Whatever type it is said to be: media goes by its first bytes, and clients name files and types carelessly. */
const bytesOf = ({ image_url: url }: EditsBody["images"][number]): Buffer =>
  Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

/** The body as media takes it. Pure. */
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
    inputs: images.map(bytesOf),
    mask: mask ? bytesOf(mask) : undefined,
  };
};
