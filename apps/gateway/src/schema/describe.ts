/** The parts of a JSON Schema that restrict a value. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
}

const range = ({ minimum, maximum }: JsonSchema): string => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
};

const amount = ({ minItems, maxItems }: JsonSchema): string => {
  if (maxItems !== undefined) return ` of ${minItems ?? 0} to ${maxItems} items`;
  return minItems === undefined ? "" : ` of at least ${minItems} item${minItems === 1 ? "" : "s"}`;
};

const describeType = (type: string, schema: JsonSchema): string => {
  switch (type) {
    case "number":
      return `a number${range(schema)}`;
    case "integer":
      return `an integer${range(schema)}`;
    case "array":
      return `an array${amount(schema)}${schema.items?.type === undefined ? "" : `, each item ${describe(schema.items)}`}`;
    case "object":
      return "an object";
    default:
      return `a ${type}`;
  }
};

const list = (values: readonly unknown[]): string => {
  const texts = values
    .filter((value) => value !== null)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(", ")}`;
};

/**
 * Describes what a schema allows, as the words after "must be". `null` is left out, because it means absent everywhere.
 */
export const describe = (schema: JsonSchema): string => {
  if (schema.enum !== undefined) return list(schema.enum);
  if (schema.const !== undefined) return list([schema.const]);
  if (schema.anyOf !== undefined) {
    return schema.anyOf
      .filter((branch) => branch.type !== "null")
      .map(describe)
      .join(", or ");
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types
    .filter((type) => type !== "null")
    .map((type) => describeType(type, schema))
    .join(" or ");
};
