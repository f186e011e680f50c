import type { Catalog, FirstFrame, ImageEdits, ImageModel, VideoModel } from "./types";
import { isUsable } from "./usable";

type Providers = Pick<Catalog, "providers">;

/** The edits that the model can make now: its row declares them, and a supporting route's provider has its key. */
export const usableEdits = (
  catalog: Providers,
  { edits, routes }: Pick<ImageModel, "edits" | "routes">,
): ImageEdits | undefined => {
  if (edits === undefined) return undefined;
  const taking = routes.filter((route) => route.takesImages === true && isUsable(catalog, route));
  if (taking.length === 0) return undefined;
  return { maxInputs: edits.maxInputs, mask: edits.mask && taking.some(({ takesMask }) => takesMask === true) };
};

/** The first frames that the model accepts now, by the same rule. */
export const usableFirstFrame = (
  catalog: Providers,
  { firstFrame, routes }: Pick<VideoModel, "firstFrame" | "routes">,
): FirstFrame | undefined =>
  routes.some((route) => route.takesImages === true && isUsable(catalog, route)) ? firstFrame : undefined;
