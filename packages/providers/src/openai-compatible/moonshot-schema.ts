import { isFields } from "../json-fields";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or schemas under names of the caller's choice. */
const WITH_ONE: ReadonlySet<string> = new Set(["items", "additionalProperties", "not", "if", "then", "else"]);
const WITH_LIST: ReadonlySet<string> = new Set(["anyOf", "allOf"]);
const WITH_NAMES: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs"]);

/** What Moonshot has other words for, or only one of two words. */
const WORDS: Readonly<Partial<Record<string, string>>> = { definitions: "$defs", oneOf: "anyOf" };

const ANYTHING = ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type }));

const JSON_TYPES: Readonly<Partial<Record<string, string>>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
};

/** The type of what a schema without one describes, where its other keywords tell. */
const toldType = ({ properties, required, additionalProperties, items, enum: choices }: Schema): string | undefined => {
  if ([properties, required, additionalProperties].some((keyword) => keyword !== undefined)) return "object";
  if (items !== undefined) return "array";
  const kinds = new Set(Array.isArray(choices) ? choices.map((choice) => typeof choice) : []);
  return kinds.size === 1 ? JSON_TYPES[[...kinds].join("")] : undefined;
};

/** A type is said where there is one, and in each branch where there are several. */
const typed = (schema: Schema): Schema => {
  const { type, anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) {
    if (type !== undefined || "allOf" in schema) return schema;
    const told = toldType(schema);
    return told === undefined ? { ...schema, anyOf: ANYTHING } : { type: told, ...schema };
  }
  // Branches of an object with properties of its own say what else holds of it: the object alone is what a model needs.
  if (rest["properties"] !== undefined) return { type: "object", ...rest };
  return { ...rest, anyOf: type === undefined ? anyOf : anyOf.map((one: unknown) => withType(one, type)) };
};

/** A branch for which no type was found gets that of the schema around it. */
const withType = (branch: unknown, type: unknown): unknown => {
  if (!isFields(branch) || branch["anyOf"] !== ANYTHING) return branch;
  const { anyOf: _, ...rest } = branch;
  return { type, ...rest };
};

const sub = (keyword: string, value: unknown): unknown => {
  if (WITH_ONE.has(keyword)) return rewritten(value);
  if (WITH_LIST.has(keyword) && Array.isArray(value)) return value.map(rewritten);
  if (WITH_NAMES.has(keyword) && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(one)]));
  return value;
};

const rewritten = (schema: unknown): unknown => {
  if (!isFields(schema)) return schema;
  // What stands beside a reference is refused, and would change little.
  if (typeof schema["$ref"] === "string") return { $ref: schema["$ref"].replace(/^#\/definitions\//, "#/$defs/") };
  const entries = Object.entries(schema)
    .filter(([keyword]) => keyword !== "$schema" && (WORDS[keyword] === undefined || !(WORDS[keyword] in schema)))
    .map(([keyword, value]): [string, unknown] => {
      const word = WORDS[keyword] ?? keyword;
      return word === "const" ? ["enum", [value]] : [word, sub(word, value)];
    });
  return typed(Object.fromEntries(entries));
};

/**
 * A JSON Schema in Moonshot's subset, which refuses a call whose functions have another: a type beside `anyOf`, none
 * where one is due, anything beside `$ref`, and references but to `$defs`. What can't be said is left out: the model's
 * arguments may then be what the caller's own schema forbids.
 * https://github.com/MoonshotAI/walle/blob/main/docs/mfjs-spec.md, and its refusals of Kimi K3's calls:
 * https://github.com/MoonshotAI/kimi-cli/issues/2531, https://github.com/router-for-me/CLIProxyAPI/issues/5316.
 */
export const toMoonshotSchema = (schema: object): unknown => rewritten({ type: "object", ...schema });
