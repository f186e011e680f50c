import { fieldsOf, isFields } from "../json-fields";
import { namesIn, schemaAt } from "../requests/schema-references";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or an object with schemas under names that the caller chose. */
const WITH_ONE: ReadonlySet<string> = new Set(["items", "additionalProperties", "not", "if", "then", "else"]);
const WITH_LIST: ReadonlySet<string> = new Set(["anyOf", "allOf"]);
const WITH_NAMES: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/** Dropped keywords. Definitions that are referred to are added at the root again. */
const LEFT_OUT: ReadonlySet<string> = new Set(["$schema", "$defs", "definitions"]);

const ANYTHING = ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type }));

/**
 * Most schemas of a function that spell out "any value". If there are more, they refer to one definition, because the
 * spelled-out form is forty times as long as `{}`, and the hold of a call is for what the caller sent.
 */
const MOST_SPELLED_OUT = 4;

const JSON_TYPES: Readonly<Partial<Record<string, string>>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
};

/** The type that the other keywords of a schema without `type` imply. */
const toldType = ({ properties, required, additionalProperties, items, enum: choices }: Schema): string | undefined => {
  if ([properties, required, additionalProperties].some((keyword) => keyword !== undefined)) return "object";
  if (items !== undefined) return "array";
  const kinds = new Set(Array.isArray(choices) ? choices.map((choice) => typeof choice) : []);
  return kinds.size === 1 ? JSON_TYPES[[...kinds].join("")] : undefined;
};

/** Adds missing types: to the schema itself, or to each of its branches. */
const typed = (schema: Schema): Schema => {
  const { type, anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) {
    if (type !== undefined || "allOf" in schema) return schema;
    const told = toldType(schema);
    return told === undefined ? { ...schema, anyOf: ANYTHING } : { type: told, ...schema };
  }
  // Branches beside an object's own properties only restrict it further. The object alone is enough for a model.
  if (rest["properties"] !== undefined) return { type: "object", ...rest };
  return { ...rest, anyOf: type === undefined ? anyOf : anyOf.map((one: unknown) => withType(one, type)) };
};

/** A branch without a type gets that of the surrounding schema. */
const withType = (branch: unknown, type: unknown): unknown => {
  if (!isFields(branch) || branch["anyOf"] !== ANYTHING) return branch;
  const { anyOf: _, ...rest } = branch;
  return { type, ...rest };
};

/** A schema, with the names for the definitions of those of its parts that are referred to. */
interface Document {
  readonly root: Schema;
  readonly names: ReadonlyMap<Schema, string>;
}

/** Each part is defined once, and its original place refers to the definition, so that rewriting makes no schema longer. */
const namesOf = (root: Schema): Document["names"] => {
  const names = new Map<Schema, string>();
  const taken = new Set<string>();
  const note = (ref: string): void => {
    const target = schemaAt(root, ref);
    if (target === undefined || target === root || names.has(target)) return;
    const last = (namesIn(ref)?.at(-1) ?? "").replaceAll(/[^\w.-]/g, "_");
    let name = taken.has(last) ? `${last}_${names.size}` : last;
    while (taken.has(name)) name += "_";
    taken.add(name);
    names.set(target, name);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("$ref" in value && typeof value.$ref === "string") note(value.$ref);
    for (const part of Object.values(value)) walk(part);
  };
  walk(root);
  return names;
};

const sub = (document: Document, keyword: string, value: unknown): unknown => {
  if (WITH_ONE.has(keyword)) return rewritten(document, value);
  if (WITH_LIST.has(keyword) && Array.isArray(value)) return value.map((one) => rewritten(document, one));
  if (WITH_NAMES.has(keyword) && isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(document, one)]));
  return value;
};

const rewritten = (document: Document, schema: unknown): unknown => {
  if (!isFields(schema)) return schema;
  const name = document.names.get(schema);
  return name === undefined ? contentOf(document, schema) : { $ref: `#/$defs/${name}` };
};

const contentOf = (document: Document, schema: Schema): Schema => {
  const { $ref: ref } = schema;
  if (typeof ref === "string") {
    // Keywords beside a reference are refused, and would change little.
    const target = schemaAt(document.root, ref);
    if (target === undefined) return typed({});
    return { $ref: target === document.root ? "#" : `#/$defs/${document.names.get(target)}` };
  }
  const entries = Object.entries(schema)
    .filter(([keyword]) => !LEFT_OUT.has(keyword) && !(keyword === "oneOf" && "anyOf" in schema))
    .map(([keyword, value]): [string, unknown] => {
      const word = keyword === "oneOf" ? "anyOf" : keyword;
      return word === "const" ? ["enum", [value]] : [word, sub(document, word, value)];
    });
  return typed(Object.fromEntries(entries));
};

const holdsForAnything = (value: object): boolean => "anyOf" in value && value.anyOf === ANYTHING;

const spelledOutIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  if (holdsForAnything(value)) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + spelledOutIn(one), 0);
};

/** @param anything The reference to the definition of "any value". */
const referring = (value: unknown, anything: Schema): unknown => {
  if (Array.isArray(value)) {
    const branches = value.map((one) => referring(one, anything));
    const first = branches.indexOf(anything);
    return branches.filter((one, index) => one !== anything || index === first);
  }
  if (!isFields(value)) return value;
  if (holdsForAnything(value)) return Object.keys(value).length === 1 ? anything : { ...value, anyOf: [anything] };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, referring(one, anything)]));
};

const withAnythingOnce = (schema: Schema): Schema => {
  if (spelledOutIn(schema) <= MOST_SPELLED_OUT) return schema;
  const defined = fieldsOf(schema["$defs"]);
  let name = "any";
  while (Object.hasOwn(defined, name)) name += "_";
  const shorter = referring(schema, { $ref: `#/$defs/${name}` }) as Schema;
  return { ...shorter, $defs: { ...fieldsOf(shorter["$defs"]), [name]: { anyOf: ANYTHING } } };
};

/**
 * Rewrites a JSON Schema in Moonshot's subset. Moonshot refuses a call whose functions have a type beside `anyOf`, lack a
 * required type, have a keyword beside `$ref`, or a reference to anything but `$defs` of the root. Restrictions that the
 * subset can't express are dropped, so the model's arguments may violate the caller's schema.
 * https://github.com/MoonshotAI/walle/blob/main/docs/mfjs-spec.md, and its refusals of Kimi's calls:
 * https://github.com/MoonshotAI/kimi-cli/issues/2531, https://github.com/router-for-me/CLIProxyAPI/issues/5316,
 * https://github.com/Softeria/ms-365-mcp-server/issues/458, https://github.com/CommandCodeAI/command-code/issues/566.
 */
export const toMoonshotSchema = (schema: object): unknown => {
  const root = schema as Schema;
  const document = { root, names: namesOf(root) };
  const { $ref: ref } = root;
  const top = typeof ref === "string" ? schemaAt(root, ref) : root;
  const content = contentOf(document, { type: "object", ...top });
  const defined = [...document.names].map(([target, name]) => [name, contentOf(document, target)]);
  return withAnythingOnce(defined.length === 0 ? content : { ...content, $defs: Object.fromEntries(defined) });
};
