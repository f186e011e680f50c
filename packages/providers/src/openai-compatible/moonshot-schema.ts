import { fieldsOf, isFields } from "../json-fields";
import { namesIn, schemaAt } from "../requests/schema-references";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or schemas under names of the caller's choice. */
const WITH_ONE: ReadonlySet<string> = new Set(["items", "additionalProperties", "not", "if", "then", "else"]);
const WITH_LIST: ReadonlySet<string> = new Set(["anyOf", "allOf"]);
const WITH_NAMES: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/** What is referred to is defined at the root; what is not says nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set(["$schema", "$defs", "definitions"]);

const ANYTHING = ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type }));

/**
 * As many schemas of a function may spell out that they hold for anything. Where there are more, they refer to one
 * definition: `{}` would be forty times as long, and a call pays in advance for what it has sent.
 */
const MOST_SPELLED_OUT = 4;

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

/** A schema, and the parts of it that references lead to, with the names under which they are defined. */
interface Document {
  readonly root: Schema;
  readonly names: ReadonlyMap<Schema, string>;
}

/** Each is defined once, and its own place refers to it as well, so that no schema grows by being rewritten. */
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
    // What stands beside a reference is refused, and would change little.
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

/** @param anything The reference to what holds for anything. */
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
 * A JSON Schema in Moonshot's subset, which refuses a call whose functions have another: a type beside `anyOf`, none
 * where one is due, anything beside `$ref`, and references but to `$defs` of the root. What can't be said is left out:
 * the model's arguments may then be what the caller's own schema forbids.
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
