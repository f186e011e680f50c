import type { Catalog, FirstFrame, ImageEdits, ImageModel, VideoModel } from "./types";
import { isUsable } from "./usable";

type Providers = Pick<Catalog, "providers">;

/** What the model can edit now: its row promises it, and a route that does it has its provider's key. */
export const usableEdits = (
  catalog: Providers,
  { edits, routes }: Pick<ImageModel, "edits" | "routes">,
): ImageEdits | undefined => {
  if (edits === undefined) return undefined;
  const taking = routes.filter((route) => route.takesImages === true && isUsable(catalog, route));
  if (taking.length === 0) return undefined;
  return { maxInputs: edits.maxInputs, mask: edits.mask && taking.some(({ takesMask }) => takesMask === true) };
};

/** The same of a model whose videos may begin with an image. */
export const usableFirstFrame = (
  catalog: Providers,
  { firstFrame, routes }: Pick<VideoModel, "firstFrame" | "routes">,
): FirstFrame | undefined =>
  routes.some((route) => route.takesImages === true && isUsable(catalog, route)) ? firstFrame : undefined;
