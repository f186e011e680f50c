import { type Fields, isFields } from "../json-fields";

/** The path of a reference inside of its schema, `#/$defs/a~1b`, as names. Undefined for a reference to elsewhere. */
export const namesIn = (reference: string): readonly string[] | undefined => {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((name) => (name.includes("~") ? name.replaceAll("~1", "/").replaceAll("~0", "~") : name));
};

/** Resolves a reference; undefined if it leads nowhere, or out of `root`. */
export const schemaAt = (root: Fields, reference: string): Fields | undefined => {
  const names = namesIn(reference);
  if (names === undefined) return undefined;
  let place: unknown = root;
  for (const name of names) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Fields)[name];
  }
  return isFields(place) ? place : undefined;
};
