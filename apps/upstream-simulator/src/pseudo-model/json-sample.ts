import { isFields } from "../json-body";
import { createRandom, seedOf, type SeededRandom } from "./random";
import { pseudoText } from "./words";

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const DEFAULT_STRING_WORDS = 3;
const MAX_ITEMS = 100;
const MAX_STRING_CHARACTERS = 10_000;
/**
 * Maximum of values and parts of schemas in one sample. Even a short schema could otherwise fill any memory, with parts
 * that refer to each other several times or with nested lists.
 */
const MAX_PARTS = 10_000;

/**
 * A value that satisfies a simple schema: types, properties, items, enum, const, bounds, formats, anyOf, oneOf, allOf
 * and `$ref` into the same document. Optional properties are filled too, except where the schema recurs. `pattern` is
 * ignored. A value that would exceed MAX_PARTS is truncated.
 */
export const sampleJson = (schema: JsonSchema, seed: string): unknown => {
  const random = createRandom(seedOf(seed));
  return sample(schema, { root: schema, random, seed, room: { parts: MAX_PARTS } }, 0);
};

interface SampleScope {
  readonly root: JsonSchema;
  readonly random: SeededRandom;
  readonly seed: string;
  /** How many parts may still be made. */
  readonly room: { parts: number };
}

const sample = (schema: unknown, scope: SampleScope, depth: number): unknown => {
  if (!isFields(schema)) return pseudoText(scope.seed, DEFAULT_STRING_WORDS);
  const resolved = resolve(schema, scope);
  if ("const" in resolved) return resolved["const"];
  const choices = resolved["enum"];
  if (Array.isArray(choices)) return choices[scope.random.below(choices.length)] as unknown;
  const alternatives = resolved["anyOf"] ?? resolved["oneOf"];
  if (Array.isArray(alternatives)) return sample(pickAlternative(alternatives, depth), scope, depth + 1);
  switch (typeOf(resolved)) {
    case "object":
      return sampleObject(resolved, scope, depth);
    case "array":
      return sampleArray(resolved, scope, depth);
    case "integer":
      return sampleNumber(resolved, scope, true);
    case "number":
      return sampleNumber(resolved, scope, false);
    case "boolean":
      return scope.random.below(2) === 1;
    case "null":
      return null;
    case "string":
    case undefined:
    default:
      return sampleString(resolved, scope);
  }
};

const sampleObject = (schema: JsonSchema, scope: SampleScope, depth: number): Record<string, unknown> => {
  const properties = isFields(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  const names = Object.keys(properties).filter((name) => depth < MAX_DEPTH / 2 || required.has(name));
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(
    withinRoom(names, scope).map((name) => [
      name,
      sample(properties[name], { ...scope, seed: `${scope.seed} ${name}` }, depth + 1),
    ]),
  );
};

const sampleArray = (schema: JsonSchema, scope: SampleScope, depth: number): unknown[] => {
  const minimum = numberOf(schema["minItems"]) ?? (depth < MAX_DEPTH / 2 ? 1 : 0);
  const prefix = Array.isArray(schema["prefixItems"]) ? (schema["prefixItems"] as unknown[]) : [];
  const length = Math.min(Math.max(minimum, prefix.length), numberOf(schema["maxItems"]) ?? MAX_ITEMS, MAX_ITEMS);
  const places = Array.from({ length }, (_item, index) => index);
  return withinRoom(places, scope).map((index) =>
    sample(prefix[index] ?? schema["items"], { ...scope, seed: `${scope.seed} ${index}` }, depth + 1),
  );
};

/** The first parts, as many as there is room for; they count against the room. */
const withinRoom = <T>(parts: readonly T[], { room }: Pick<SampleScope, "room">): readonly T[] => {
  const taken = parts.slice(0, room.parts);
  room.parts -= taken.length;
  return taken;
};

const sampleNumber = (schema: JsonSchema, scope: SampleScope, whole: boolean): number => {
  const step = numberOf(schema["multipleOf"]) ?? (whole ? 1 : 0.5);
  const exclusiveMinimum = numberOf(schema["exclusiveMinimum"]);
  const exclusiveMaximum = numberOf(schema["exclusiveMaximum"]);
  const lowest =
    exclusiveMinimum === undefined ? numberOf(schema["minimum"]) : exclusiveMinimum + (whole ? 1 : Number.EPSILON);
  const highest =
    exclusiveMaximum === undefined ? numberOf(schema["maximum"]) : exclusiveMaximum - (whole ? 1 : Number.EPSILON);
  const from = Math.ceil((lowest ?? Math.min(0, highest ?? 0)) / step);
  const to = highest === undefined ? from + 100 : Math.floor(highest / step);
  const picked = (from + scope.random.below(Math.max(1, to - from + 1))) * step;
  // A range narrower than a step may contain no multiple of it.
  return from > to && lowest !== undefined && highest !== undefined ? (lowest + highest) / 2 : picked;
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-15T10:30:00Z",
  date: "2026-01-15",
  time: "10:30:00Z",
  duration: "PT30M",
  email: "ana@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  uuid: "4f5a1f3e-8a50-4c0f-9b8e-0d2f6f1f7c11",
};

const sampleString = (schema: JsonSchema, scope: SampleScope): string => {
  const format = typeof schema["format"] === "string" ? FORMATS[schema["format"]] : undefined;
  const text = format ?? pseudoText(scope.seed, DEFAULT_STRING_WORDS);
  const minimum = Math.min(numberOf(schema["minLength"]) ?? 0, MAX_STRING_CHARACTERS);
  return text.padEnd(minimum, ".").slice(0, numberOf(schema["maxLength"]) ?? Infinity);
};

const resolve = (schema: JsonSchema, scope: Pick<SampleScope, "root" | "room">, depth = 0): JsonSchema => {
  let current = schema;
  for (let hops = 0; typeof current["$ref"] === "string" && hops < MAX_DEPTH; hops++)
    current = follow(current["$ref"], scope.root);
  const all = current["allOf"];
  if (!Array.isArray(all) || depth >= MAX_DEPTH) return current;
  return withinRoom(all.filter(isFields), scope).reduce(
    (merged, part) => merge(merged, resolve(part, scope, depth + 1)),
    current,
  );
};

const follow = (reference: string, root: JsonSchema): JsonSchema => {
  let place: unknown = root;
  for (const step of reference
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")) {
    place = isFields(place) ? place[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  }
  return isFields(place) ? place : {};
};

const merge = (one: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...one,
  ...other,
  properties: { ...(one["properties"] as object | undefined), ...(other["properties"] as object | undefined) },
  required: [
    ...((one["required"] as string[] | undefined) ?? []),
    ...((other["required"] as string[] | undefined) ?? []),
  ],
});

/**
 * Below half the maximum depth a null alternative is picked, or else the last one, so that a recursive schema
 * terminates.
 */
const pickAlternative = (alternatives: readonly unknown[], depth: number): unknown =>
  depth < MAX_DEPTH / 2
    ? alternatives[0]
    : (alternatives.find((one) => isFields(one) && one["type"] === "null") ?? alternatives.at(-1));

const typeOf = (schema: JsonSchema): string | undefined => {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type[0] as string | undefined;
  if ("properties" in schema) return "object";
  return "items" in schema ? "array" : undefined;
};

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
