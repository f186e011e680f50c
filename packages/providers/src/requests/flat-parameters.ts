import { type Fields, fieldsOf, isFields } from "../json-fields";
import { constrains, withSolePart } from "./sole-part";

const UNIONS = ["anyOf", "oneOf"] as const;
/** Keywords at the top level of a function's parameters for which Anthropic refuses the whole request. */
export const REFUSED_BY_ANTHROPIC: ReadonlySet<string> = new Set(["$ref", "allOf", ...UNIONS]);
/** The same for OpenAI. */
export const REFUSED_BY_OPENAI: ReadonlySet<string> = new Set([...REFUSED_BY_ANTHROPIC, "enum", "const", "not"]);

const MAX_DEPTH = 32;
/**
 * Most properties and names of one function that are merged, with its branches. Branches that refer to each other could
 * otherwise produce far more than was sent, and a request may have hundreds of functions.
 */
const MAX_TAKEN = 2_000;

/** The schemas of one property. */
interface PropertySchemas {
  /** The alternative schemas by their JSON, so that duplicates count once. */
  readonly choices: ReadonlyMap<string, unknown>;
  /** Whether every branch has a schema for the property. If not, a branch leaves the property open. */
  readonly always: boolean;
}

/** The parts of a schema that can be merged. */
interface Part {
  readonly properties: ReadonlyMap<string, PropertySchemas>;
  readonly required: ReadonlySet<string>;
  /** Whether the schema forbids other properties. */
  readonly closed: boolean;
}

const OPEN: Part = { properties: new Map(), required: new Set(), closed: false };

class TooMuch extends Error {}

const holdsForObjects = ({ type }: Fields): boolean =>
  type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));

const ownPart = (schema: Fields): Part => ({
  properties: new Map(
    Object.entries(fieldsOf(schema["properties"])).map(([name, one]) => [
      name,
      { choices: new Map([[JSON.stringify(one), one]]), always: true },
    ]),
  ),
  required: new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []),
  closed: schema["additionalProperties"] === false && schema["patternProperties"] === undefined,
});

const isConstrained = ({ choices }: PropertySchemas): boolean => [...choices.values()].every(constrains);

const anyOf = (schemas: readonly PropertySchemas[], always: boolean): PropertySchemas => {
  const [first, ...others] = schemas;
  return {
    choices:
      first !== undefined && others.length === 0
        ? first.choices
        : new Map(schemas.flatMap(({ choices }) => [...choices])),
    always,
  };
};

/**
 * The schemas of a property that several parts name, all of which apply. The first that always applies and constrains the
 * property is enough. Otherwise any of those that do not always apply may be in force.
 */
const allOf = (schemas: readonly PropertySchemas[]): PropertySchemas => {
  const enough = schemas.find((one) => one.always && isConstrained(one));
  if (enough !== undefined) return enough;
  const sometimes = schemas.filter(({ always }) => !always);
  return sometimes.length > 0 ? anyOf(sometimes, false) : anyOf(schemas.slice(-1), true);
};

/** The schemas of a property by part, and how many of the parts that name the property forbid others. */
interface NamedProperty {
  readonly schemas: PropertySchemas[];
  closed: number;
}

/** Iterates over the names of each part, and not over all names for each part: there may be a thousand of either. */
const byName = (parts: readonly Part[]): ReadonlyMap<string, NamedProperty> => {
  const names = new Map<string, NamedProperty>();
  for (const { properties, closed } of parts)
    for (const [name, one] of properties) {
      const named = names.get(name) ?? { schemas: [], closed: 0 };
      names.set(name, named);
      named.schemas.push(one);
      if (closed) named.closed += 1;
    }
  return names;
};

const isRestricting = ({ properties, required, closed }: Part): boolean =>
  closed || properties.size > 0 || required.size > 0;

const both = (all: readonly Part[]): Part => {
  const parts = all.filter(isRestricting);
  const [only = OPEN] = parts;
  if (parts.length < 2) return only;
  return {
    properties: new Map([...byName(parts)].map(([name, { schemas }]) => [name, allOf(schemas)])),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    closed: parts.some(({ closed }) => closed),
  };
};

const either = (parts: readonly Part[]): Part => {
  const [first, ...others] = parts;
  if (first === undefined) return OPEN;
  const closedParts = parts.filter(({ closed }) => closed).length;
  const alwaysApplies = ({ schemas, closed }: NamedProperty) =>
    schemas.every(({ always }) => always) && parts.length - schemas.length === closedParts - closed;
  return {
    properties: new Map([...byName(parts)].map(([name, named]) => [name, anyOf(named.schemas, alwaysApplies(named))])),
    required: new Set([...first.required].filter((name) => others.every(({ required }) => required.has(name)))),
    closed: closedParts === parts.length,
  };
};

const DEFINED = /^#\/(\$defs|definitions)\/([^/]+)$/;

const decoded = (pointer: string): string => {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
};

const targetOf = (root: Fields, ref: unknown): unknown => {
  const [, place = "", name = ""] = DEFINED.exec(decoded(String(ref))) ?? [];
  const definitions = fieldsOf(root[place]);
  const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
  return Object.hasOwn(definitions, key) ? definitions[key] : undefined;
};

/** Throws TooMuch. */
const partReader = (root: Fields) => {
  /** Keyed by definition and not by reference, because a reference can be spelled in thousands of ways. */
  const followed = new Map<unknown, Part | undefined>();
  let left = MAX_TAKEN;
  const taken = (part: Part | undefined): Part | undefined => {
    left -= 1 + (part?.required.size ?? 0);
    for (const { choices } of part?.properties.values() ?? []) left -= choices.size;
    if (left < 0) throw new TooMuch();
    return part;
  };
  const follow = (ref: unknown, depth: number): Part | undefined => {
    const target = targetOf(root, ref);
    if (followed.has(target)) return taken(followed.get(target));
    // A reference to itself, or to a missing definition, restricts nothing.
    followed.set(target, OPEN);
    const part = partOf(target ?? true, depth + 1);
    followed.set(target, part);
    return part;
  };
  const list = (value: unknown, depth: number): (Part | undefined)[] =>
    Array.isArray(value) ? value.map((one) => taken(partOf(one, depth + 1))) : [];
  /** @returns Undefined for a schema that no object satisfies. */
  const partOf = (schema: unknown, depth: number): Part | undefined => {
    if (depth > MAX_DEPTH) throw new TooMuch();
    if (!isFields(schema)) return schema === false ? undefined : OPEN;
    if (!holdsForObjects(schema)) return undefined;
    const parts = [
      ownPart(schema),
      ...(schema["$ref"] === undefined ? [] : [follow(schema["$ref"], depth)]),
      ...list(schema["allOf"], depth),
      ...UNIONS.map((name) => either(list(schema[name], depth).filter((part) => part !== undefined))),
    ];
    const held = parts.filter((part) => part !== undefined);
    return held.length < parts.length ? undefined : both(held);
  };
  return (schema: Fields): Part => {
    left -= Object.keys(fieldsOf(schema["properties"])).length;
    if (left < 0) throw new TooMuch();
    return partOf(schema, 0) ?? ownPart(schema);
  };
};

const toProperty = ({ choices }: PropertySchemas, own: unknown): unknown => {
  const all = [...choices.values()];
  const merged = all.length === 1 ? all[0] : { anyOf: all };
  return isFields(own) && isFields(merged) && !constrains(own) ? { ...merged, ...own } : merged;
};

const BRANCH = /^#\/(allOf|anyOf|oneOf)\/(\d+)/;

/** Keeps a copy of each branch that references lead to, because the branch itself is gone after the merge. */
const withKeptBranches = (flat: Fields, from: Fields): Fields => {
  if (!/"\$ref":"#\/(?:allOf|anyOf|oneOf)\//.test(JSON.stringify(flat))) return flat;
  const branches = ["allOf", ...UNIONS].flatMap((name) =>
    Array.isArray(from[name]) ? from[name].map((branch, index) => [`${name}_${index}`, branch] as const) : [],
  );
  const whole = { ...flat, $defs: { ...Object.fromEntries(branches), ...fieldsOf(flat["$defs"]) } };
  return JSON.parse(JSON.stringify(whole), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace(BRANCH, "#/$defs/$1_$2") : value,
  ) as Fields;
};

/** Resolves a schema that is a reference. */
const referredTo = (root: Fields): Fields => {
  let top = withSolePart(root);
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    const { $ref, ...rest } = top;
    const target = $ref === undefined || rest["allOf"] !== undefined ? undefined : targetOf(root, $ref);
    if (!isFields(target)) return top;
    const wrapped: Fields = { ...rest, allOf: [target] };
    const next = withSolePart(wrapped);
    if (next === wrapped) return top;
    top = next;
  }
  return top;
};

const without = (schema: Fields, refused: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !refused.has(keyword)));

const merged = (top: Fields, refused: ReadonlySet<string>): Fields => {
  const { properties, required, additionalProperties: others, unevaluatedProperties: _, ...rest } = top;
  const part = partReader(top)(top);
  const own = fieldsOf(properties);
  return {
    ...without(rest, refused),
    type: "object",
    properties: Object.fromEntries(
      [...part.properties].map(([name, schemas]) => [
        name,
        toProperty(schemas, Object.hasOwn(own, name) ? own[name] : undefined),
      ]),
    ),
    ...(part.required.size > 0 || required !== undefined ? { required: [...part.required] } : {}),
    ...(part.closed ? { additionalProperties: false } : others === undefined ? {} : { additionalProperties: others }),
  };
};

const flatten = (root: Fields, refused: ReadonlySet<string>): Fields => {
  const top = referredTo(root);
  if (!Object.keys(top).some((keyword) => refused.has(keyword))) {
    const flat = top["type"] === "object" ? top : { ...top, type: "object" };
    return top === root ? flat : withKeptBranches(flat, root);
  }
  try {
    return withKeptBranches(merged(top, refused), root);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return withKeptBranches({ ...without(top, refused), type: "object" }, root);
  }
};

/**
 * Rewrites a function's parameters as one object schema, without the keywords that a provider refuses at the top level.
 * Branches are merged. Arguments that were valid and use properties named by a branch stay valid, but more arguments
 * become valid. Parts that can't be merged are dropped. Returns the same object if nothing has to change.
 *
 * Results are cached by schema object, because every route of a call sends the same functions.
 */
export const createFlatParameters = (refused: ReadonlySet<string>): ((parameters: object) => Fields) => {
  const known = new WeakMap<object, Fields>();
  return (parameters) => {
    const flat = known.get(parameters) ?? flatten(parameters as Fields, refused);
    known.set(parameters, flat);
    return flat;
  };
};
