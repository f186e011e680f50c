import type { ImagesRequest, InputImage } from "@cenote/contracts";
import type { ImagesBody } from "./body";
import type { EditsBody } from "./edits-body";

/** `auto` leaves the choice to us, as nothing does. */
const chosen = (value: string | null | undefined): string | undefined =>
  value === null || value === "auto" ? undefined : value;

const toInputImage = ({ image_url: url }: EditsBody["images"][number]): InputImage => {
  const [head = ""] = url.split(",", 1);
  return {
    data: Buffer.from(url.slice(head.length + 1), "base64"),
    contentType: head.slice("data:".length).split(";", 1)[0]?.toLowerCase() ?? "",
  };
};

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
    inputs: images.map(toInputImage),
    mask: mask ? toInputImage(mask) : undefined,
  };
};
