import { FAMILIES } from "./families";

/**
 * Says what is wrong with quirks in the catalog for a kind of provider, one text each that begins with the quirk's name.
 * A kind without a family has none. It loads no HTTP client: whoever reads the catalog can have it alone.
 */
export const checkQuirks = (kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[] =>
  FAMILIES.get(kind)?.checkQuirks(quirks) ?? [];
