import { isFields } from "../json-body";
import { invalidRequest, type Problem } from "./problem";

/** JSON Schema keywords that are not supported, by type. */
const REFUSED = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "contains",
  "prefixItems",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
  "not",
  "if",
  "oneOf",
];

/** The API's error for the schema of a response or of a strict tool. */
export const schemaProblem = (schema: unknown, place: string): Problem | undefined => {
  if (!isFields(schema)) return invalidRequest(`${place}: Input should be an object`);
  const { type } = schema;
  const refused = REFUSED.find((name) => schema[name] !== undefined);
  if (refused !== undefined)
    return invalidRequest(`${place}: For '${String(type)}' type, property '${refused}' is not supported`);
  const { enum: values, allOf } = schema;
  if (Array.isArray(type) && Array.isArray(values))
    return invalidRequest(
      `${place}: Enum value '${String(values[0])}' does not match declared type '[${type.map((one) => `'${String(one)}'`).join(", ")}]'`,
    );
  if (
    [...(Array.isArray(values) ? values : []), schema["const"]].some(
      (value) => typeof value === "object" && value !== null,
    )
  )
    return invalidRequest(`${place}: complex types within enums are not supported`);
  if (Array.isArray(allOf) && allOf.some((part) => isFields(part) && part["$ref"] !== undefined))
    return invalidRequest(`${place}: 'allOf' with '$ref' is not supported`);
  if (type === "object" && schema["additionalProperties"] !== false) {
    return invalidRequest(`${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
  }
  if (typeof schema["minItems"] === "number" && schema["minItems"] > 1)
    return invalidRequest(`${place}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
  return partsOf(schema)
    .map((part) => schemaProblem(part, place))
    .find((problem) => problem !== undefined);
};

const partsOf = (schema: Readonly<Record<string, unknown>>): unknown[] => [
  ...["properties", "$defs", "definitions"].flatMap((name) =>
    isFields(schema[name]) ? Object.values(schema[name]) : [],
  ),
  ...["anyOf", "allOf"].flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [])),
  ...(schema["items"] === undefined ? [] : [schema["items"]]),
];
