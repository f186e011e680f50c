import { isFields } from "../json-fields";
import { withPlainReference, withSolePart } from "../requests/sole-part";

type Schema = Readonly<Record<string, unknown>>;

/** Most levels of nesting, references included. A deeper schema is not made strict. */
const MAX_DEPTH = 32;

/** Keywords that the API's grammars support. All others are appended to the description. */
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
/** A schema without any of these allows any value, which a grammar can't express. */
const SHAPES = ["type", "properties", "anyOf", "oneOf", "$ref"];
/** Keywords that constrain nothing, or are handled elsewhere. */
const SILENT = new Set(["$schema", "$id", "$comment", "examples", "additionalProperties", "oneOf"]);

const CANNOT = Symbol("a schema the API's grammars can't express");

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** Whether the keyword lists the allowed values. The grammars support only values that are neither objects nor arrays. */
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

/** Whether a reference has no target, is recursive, which the API refuses, or is nested too deeply. */
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

/**
 * Whether the schema can be strict, which requires all its objects to be closed.
 * @param hasListedValues Whether it has an `enum` or a `const`.
 */
const isClosable = (schema: Schema, hasListedValues: boolean): boolean => {
  // If each part were closed separately, it would forbid the properties of the others.
  if (schema["allOf"] !== undefined || schema["patternProperties"] !== undefined) return false;
  if (hasListedValues) return true;
  const others = schema["additionalProperties"];
  const hasOthers = isFields(others) || (others !== false && schema["properties"] === undefined);
  // Without known names, a closed object would have to be empty.
  if (isObjectSchema(schema) && hasOthers) return false;
  return SHAPES.some((name) => schema[name] !== undefined);
};

/** @param unsupported Keywords, with their values, that the grammars do not support. */
const describe = (description: unknown, unsupported: readonly string[]): string =>
  [description, `(${unsupported.join(", ")})`].filter((text) => typeof text === "string" && text !== "").join(" ");

const strict = (given: unknown, depth: number): Schema => {
  if (!isFields(given) || depth > MAX_DEPTH) throw CANNOT;
  const schema = withPlainReference(withSolePart(given));
  const hasListedValues = Object.entries(schema).some(([name, value]) => isListed(name, value));
  if (!isClosable(schema, hasListedValues)) throw CANNOT;
  const kept: Record<string, unknown> = {};
  const unsupported: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    // "Enum value 'low' does not match declared type '['string', 'null']'": the values imply their types.
    if (hasListedValues && name === "type") continue;
    if (isKept(name, value)) kept[name] = strictValue(name, value, depth);
    else if (!SILENT.has(name)) unsupported.push(`${name}: ${JSON.stringify(value)}`);
  }
  if (Array.isArray(schema["oneOf"])) kept["anyOf"] = strictValue("anyOf", schema["oneOf"], depth);
  if (!hasListedValues && isObjectSchema(schema))
    Object.assign(kept, { type: schema["type"] ?? "object", additionalProperties: false });
  if (unsupported.length > 0) kept["description"] = describe(schema["description"], unsupported);
  return kept;
};

/**
 * The schema in the form of the API's grammars: every object is closed, and unsupported keywords are in descriptions.
 * @returns Undefined if it can't be expressed, as with maps, recursion, and values that are not schemas.
 */
export const toStrictSchema = (schema: object): object | undefined => {
  try {
    return hasOpenReference(schema as Schema) ? undefined : strict(schema, 0);
  } catch (error) {
    if (error === CANNOT) return undefined;
    throw error;
  }
};
