import { FAMILIES } from "./families";

/**
 * Says what is wrong with quirks in the catalog for a kind of provider, one text each that begins with the quirk's name.
 * A kind without a family has none. It knows no wire: whoever reads the catalog can load it alone.
 */
export const checkQuirks = (kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[] =>
  FAMILIES.get(kind)?.checkQuirks(quirks) ?? [];
