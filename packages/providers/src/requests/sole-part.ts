import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields } from "../json-fields";

/** Keywords that say nothing of which values are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Whether a schema says which values are valid. */
export const constrains = (schema: unknown): boolean =>
  isFields(schema) ? Object.keys(schema).some((keyword) => !ANNOTATIONS.has(keyword)) : schema === false;

/**
 * A schema whose only condition is an `allOf` of one part, as that part with its own words about it: `allOf` is how
 * Pydantic (before 2.9) and others put a description beside a reference.
 */
export const withSolePart = (schema: Fields): Fields => {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1) return schema;
  const [part] = allOf as readonly unknown[];
  if (!isFields(part)) return schema;
  const isSaidAgain = (keyword: string): boolean =>
    ANNOTATIONS.has(keyword) || isDeepStrictEqual(rest[keyword], part[keyword]);
  return Object.keys(rest).every(isSaidAgain) ? withSolePart({ ...part, ...rest }) : schema;
};

/** Beside a reference strict modes take nothing but definitions. */
export const withPlainReference = (schema: Fields): Fields =>
  typeof schema["$ref"] === "string"
    ? Object.fromEntries(
        Object.entries(schema).filter(([keyword]) => ["$ref", "$defs", "definitions"].includes(keyword)),
      )
    : schema;
