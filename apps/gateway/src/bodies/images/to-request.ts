import type { ImagesRequest } from "@cenote/contracts";
import type { ImagesBody } from "./body";

/** The body as media takes it. Pure. */
export const toImagesRequest = ({ model, prompt, n, size, quality, user }: ImagesBody): ImagesRequest => ({
  model,
  prompt,
  n: n ?? undefined,
  size: size ?? undefined,
  quality: quality ?? undefined,
  user: user ?? undefined,
});
