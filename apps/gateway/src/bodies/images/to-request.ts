import type { ImagesRequest } from "@cenote/contracts";
import type { ImagesBody } from "./body";

/** `auto` leaves the choice to us, as nothing does. */
const chosen = (value: string | null | undefined): string | undefined =>
  value === null || value === "auto" ? undefined : value;

/** The body as media takes it. Pure. */
export const toImagesRequest = ({ model, prompt, n, size, quality, user }: ImagesBody): ImagesRequest => ({
  model,
  prompt,
  n: n ?? undefined,
  size: chosen(size),
  quality: chosen(quality),
  user: user ?? undefined,
  inputs: [],
});
