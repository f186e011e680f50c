import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields } from "../json-fields";

/** Keywords that do not restrict values. */
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

/** Whether a schema restricts values. */
export const constrains = (schema: unknown): boolean =>
  isFields(schema) ? Object.keys(schema).some((keyword) => !ANNOTATIONS.has(keyword)) : schema === false;

/**
 * Unwraps a schema whose only restriction is an `allOf` with one part, and keeps its annotations. Pydantic (before 2.9)
 * and others use `allOf` to put a description beside a reference.
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

/** Removes keywords beside a reference: strict modes allow only definitions there. */
export const withPlainReference = (schema: Fields): Fields =>
  typeof schema["$ref"] === "string"
    ? Object.fromEntries(
        Object.entries(schema).filter(([keyword]) => ["$ref", "$defs", "definitions"].includes(keyword)),
      )
    : schema;
