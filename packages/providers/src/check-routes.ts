import { FAMILIES } from "./families";
import type { ImageEdits } from "./media/media-spec";
import type { Target } from "./target";

/**
 * What the families say of the catalog's routes, by the kind of their provider. Nothing is known of a kind without a
 * family. It loads no HTTP client: whoever reads the catalog can have it alone.
 */
export const routeChecks = {
  /** @returns What is wrong with quirks, one text each that begins with the quirk's name. */
  checkQuirks: (kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[] =>
    FAMILIES.get(kind)?.checkQuirks(quirks) ?? [],
  /** Whether a video may begin with an image there; true where nothing is known. */
  takesFirstFrame: (kind: string, target: Target): boolean =>
    !FAMILIES.has(kind) || FAMILIES.get(kind)?.videos?.takesFirstFrame?.(target) === true,
  /** What an edit of images may give there; undefined: none are edited. All where nothing is known. */
  edits: (kind: string, target: Target): ImageEdits | undefined =>
    FAMILIES.has(kind) ? FAMILIES.get(kind)?.images?.edits?.(target) : { mask: true },
};
