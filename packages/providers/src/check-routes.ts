import { FAMILIES } from "./families";
import type { ImageEdits } from "./media/media-spec";
import type { Target } from "./target";

/**
 * The families' checks of the catalog's routes, by the kind of the provider. Nothing is known about a kind without a
 * family. This loads no HTTP client, so that readers of the catalog need nothing else of this package.
 */
export const routeChecks = {
  /** @returns One text for each mistake in the quirks, which begins with the quirk's name. */
  checkQuirks: (kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[] =>
    FAMILIES.get(kind)?.checkQuirks(quirks) ?? [],
  /** Whether a video may begin with an image; true if nothing is known. */
  takesFirstFrame: (kind: string, target: Target): boolean =>
    !FAMILIES.has(kind) || FAMILIES.get(kind)?.videos?.takesFirstFrame?.(target) === true,
  /** What an edit of images may contain; undefined if images can't be edited. Everything if nothing is known. */
  edits: (kind: string, target: Target): ImageEdits | undefined =>
    FAMILIES.has(kind) ? FAMILIES.get(kind)?.images?.edits?.(target) : { mask: true },
};
