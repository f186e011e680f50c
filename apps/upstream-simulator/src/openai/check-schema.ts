import { isFields, type Fields } from "../json-body";
import { shown } from "./field-problems";
import { invalidRequest, type Problem } from "./problem";

/** A schema in a request: its name in error messages, and its path. */
export interface SchemaPlace {
  readonly what: string;
  readonly param: string;
  readonly code: string;
}

const AT_TOP = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];
/** Syntax that Python does not know. */
const FOREIGN_PATTERN = /\\[pP]\{|\\u\{|\(\?<[a-zA-Z]/;

const problemIn = ({ what, param, code }: SchemaPlace, why: string): Problem =>
  invalidRequest(`Invalid schema for ${what}: ${why}`, param, code);

/** OpenAI's error for invalid parameters of a function. */
export const parametersProblem = (schema: Fields, strict: boolean, place: SchemaPlace): Problem | undefined => {
  if (schema["type"] !== "object")
    return problemIn(
      place,
      `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(schema["type"] ?? null)}'.`,
    );
  if (AT_TOP.some((keyword) => schema[keyword] !== undefined))
    return problemIn(
      place,
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level.",
    );
  const foreign = schemasIn(schema, []).find(([one]) => FOREIGN_PATTERN.test(shown(one["pattern"])));
  if (foreign !== undefined) return problemIn(place, `'${shown(foreign[0]["pattern"])}' is not a 'regex'.`);
  return strict ? strictProblem(schema, place) : undefined;
};

const BESIDE_REFERENCE = new Set(["$ref", "$defs", "definitions"]);

/** OpenAI's error for a strict schema, beyond the checks of every schema. */
export const strictProblem = (root: Fields, place: SchemaPlace): Problem | undefined => {
  for (const [schema, path] of schemasIn(root, [])) {
    const context = `context=(${path.map((step) => `'${step}'`).join(", ")})`;
    const refused = ["allOf", "oneOf", "not"].find((keyword) => schema[keyword] !== undefined);
    if (refused !== undefined) return problemIn(place, `In ${context}, '${refused}' is not permitted.`);
    const beside = Object.keys(schema).filter((keyword) => !BESIDE_REFERENCE.has(keyword));
    if (schema["$ref"] !== undefined && beside.length > 0)
      return problemIn(
        place,
        `${context}, $ref cannot have keywords {${beside.map((name) => `'${name}'`).join(", ")}}.`,
      );
    if (schema["type"] === "object" && schema["additionalProperties"] !== false)
      return problemIn(place, `In ${context}, 'additionalProperties' is required to be supplied and to be false.`);
  }
  return undefined;
};

/** A schema and all schemas inside it, each with its path. */
const schemasIn = (schema: unknown, path: readonly string[]): (readonly [Fields, readonly string[]])[] => {
  if (!isFields(schema)) return [];
  const named = ["properties", "$defs", "definitions"].flatMap((keyword) =>
    isFields(schema[keyword])
      ? Object.entries(schema[keyword]).flatMap(([name, one]) => schemasIn(one, [...path, keyword, name]))
      : [],
  );
  const listed = ["anyOf", "oneOf", "allOf"].flatMap((keyword) =>
    Array.isArray(schema[keyword])
      ? schema[keyword].flatMap((one, index) => schemasIn(one, [...path, keyword, String(index)]))
      : [],
  );
  return [[schema, path], ...named, ...listed, ...schemasIn(schema["items"], [...path, "items"])];
};
