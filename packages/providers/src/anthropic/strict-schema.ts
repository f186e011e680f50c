import { isFields } from "../json-fields";
import { withPlainReference, withSolePart } from "../requests/sole-part";

type Schema = Readonly<Record<string, unknown>>;

/** A schema nested deeper, by its references too, is not looked through: it goes in words. */
const MAX_DEPTH = 32;

/** The keywords that the API's grammars know; any other goes into the description. */
const KEPT = new Set([
  "type",
  "title",
  "anyOf",
  "$ref",
  "$defs",
  "definitions",
  "properties",
  "required",
  "items",
  "description",
  "default",
]);
const STRING_FORMATS = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);
/** A schema without any of them is one for anything, which no grammar is. */
const SHAPES = ["type", "properties", "anyOf", "oneOf", "$ref"];
/** Keywords that constrain nothing, or are handled elsewhere. */
const SILENT = new Set(["$schema", "$id", "$comment", "examples", "additionalProperties", "oneOf"]);

const CANNOT = Symbol("a schema the API's grammars can't express");

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** The values there are, listed: the grammars know those that are neither objects nor lists. */
const isListed = (name: string, value: unknown): boolean =>
  name === "enum"
    ? Array.isArray(value) && value.length > 0 && value.every(isPlain)
    : name === "const" && isPlain(value);

const isKept = (name: string, value: unknown): boolean =>
  KEPT.has(name) ||
  isListed(name, value) ||
  (name === "format" && STRING_FORMATS.has(String(value))) ||
  (name === "minItems" && (value === 0 || value === 1));

const isObjectSchema = (schema: Schema): boolean =>
  schema["type"] === "object" ||
  schema["properties"] !== undefined ||
  (Array.isArray(schema["type"]) && schema["type"].includes("object"));

const REFERENCE = /"\$ref":"([^"]*)"/g;

const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(REFERENCE)].map(([, reference = ""]) => reference);

/** Whether a reference leads nowhere, or back to where it came from, which the API refuses, or too deep. */
const hasOpenReference = (root: Schema): boolean => {
  const definitions = new Map<string, string[]>();
  for (const place of ["$defs", "definitions"]) {
    const under = root[place];
    if (isFields(under))
      for (const [name, value] of Object.entries(under)) definitions.set(`#/${place}/${name}`, referencesIn(value));
  }
  const settled = new Set<string>();
  const isOpen = (reference: string, path: readonly string[]): boolean => {
    const next = definitions.get(reference);
    if (next === undefined || path.includes(reference) || path.length === MAX_DEPTH) return true;
    if (settled.has(reference)) return false;
    const open = next.some((one) => isOpen(one, [...path, reference]));
    if (!open) settled.add(reference);
    return open;
  };
  return referencesIn(root).some((reference) => isOpen(reference, []));
};

const mapOf = (value: unknown, depth: number): Record<string, unknown> => {
  if (!isFields(value)) throw CANNOT;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, strict(schema, depth + 1)]));
};

const strictValue = (name: string, value: unknown, depth: number): unknown => {
  switch (name) {
    case "properties":
    case "$defs":
    case "definitions":
      return mapOf(value, depth);
    case "items":
      return strict(value, depth + 1);
    case "anyOf":
      if (!Array.isArray(value)) throw CANNOT;
      return value.map((one) => strict(one, depth + 1));
    default:
      return value;
  }
};

/** Whether it is a schema that can be closed, as every object has to be. @param hasListedValues They are an `enum` or a `const`. */
const isClosable = (schema: Schema, hasListedValues: boolean): boolean => {
  // Each part closed for itself would forbid what the others require.
  if (schema["allOf"] !== undefined || schema["patternProperties"] !== undefined) return false;
  if (hasListedValues) return true;
  const others = schema["additionalProperties"];
  const hasOthers = isFields(others) || (others !== false && schema["properties"] === undefined);
  // Where names are not known ahead, a closed object would be an empty one.
  if (isObjectSchema(schema) && hasOthers) return false;
  return SHAPES.some((name) => schema[name] !== undefined);
};

/** @param told What the grammars don't know. */
const describe = (description: unknown, told: readonly string[]): string =>
  [description, `(${told.join(", ")})`].filter((text) => typeof text === "string" && text !== "").join(" ");

const strict = (given: unknown, depth: number): Schema => {
  if (!isFields(given) || depth > MAX_DEPTH) throw CANNOT;
  const schema = withPlainReference(withSolePart(given));
  const hasListedValues = Object.entries(schema).some(([name, value]) => isListed(name, value));
  if (!isClosable(schema, hasListedValues)) throw CANNOT;
  const kept: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    // "Enum value 'low' does not match declared type '['string', 'null']'": the values tell their types.
    if (hasListedValues && name === "type") continue;
    if (isKept(name, value)) kept[name] = strictValue(name, value, depth);
    else if (!SILENT.has(name)) told.push(`${name}: ${JSON.stringify(value)}`);
  }
  if (Array.isArray(schema["oneOf"])) kept["anyOf"] = strictValue("anyOf", schema["oneOf"], depth);
  if (!hasListedValues && isObjectSchema(schema))
    Object.assign(kept, { type: schema["type"] ?? "object", additionalProperties: false });
  if (told.length > 0) kept["description"] = describe(schema["description"], told);
  return kept;
};

/**
 * The schema as the API's grammars take it: every object closed, what they don't know written into descriptions.
 * @returns Undefined where it can't be expressed so: maps, recursion, and what is no schema.
 */
export const toStrictSchema = (schema: object): object | undefined => {
  try {
    return hasOpenReference(schema as Schema) ? undefined : strict(schema, 0);
  } catch (error) {
    if (error === CANNOT) return undefined;
    throw error;
  }
};
