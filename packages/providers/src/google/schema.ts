import { isFields } from "../json-fields";
import { schemaAt } from "../requests/schema-references";

type Schema = Readonly<Record<string, unknown>>;

/** Most references that are replaced by their targets. A schema with more keeps its references. */
const MAX_INLINED = 500;
/**
 * How much all schemas of a call may grow, for each entry of an object in them. The bound exists because holds, quotes
 * and budgets count the schemas as they were sent, and a target with many references could make them far longer. It is
 * not by length, because a long text may have few tokens and a short one many. An entry has at least three.
 */
const GROWN_BYTES_PER_ENTRY = 16;
const MAX_DEPTH = 64;

/** Keywords whose value is data and not a schema. A `$ref` inside is not a reference. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples", "required"]);
/** Keywords whose value is an object with schemas under names that the caller chose. */
const NAMING_KEYWORDS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** A reference is recursive or has no target, or there are too many references. */
class NotInlined extends Error {}

/** @param resolve Returns the replacement of a schema with a reference. */
const rewrite = (
  schema: unknown,
  resolve: (schema: Schema, path: readonly string[]) => unknown,
  path: readonly string[],
): unknown => {
  const sub = (value: unknown): unknown => rewrite(value, resolve, path);
  if (Array.isArray(schema)) return schema.map(sub);
  if (!isFields(schema)) return schema;
  if (typeof schema["$ref"] === "string") return resolve(schema, path);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === "$schema") return [];
    // Gemini ignores `const`.
    if (keyword === "const") return [["enum", [value]]];
    if (DATA_KEYWORDS.has(keyword)) return [[keyword, value]];
    if (NAMING_KEYWORDS.has(keyword) && isFields(value))
      return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sub(one)]))]];
    return [[keyword, sub(value)]];
  });
  return Object.fromEntries(entries);
};

/** By how many bytes the schemas of a call may still grow. */
interface Room {
  bytes: number;
}

const definitionsOf = (root: Schema): unknown[] =>
  [root["$defs"], root["definitions"]].flatMap((place) => (isFields(place) ? Object.values(place) : []));

/** Throws NotInlined. */
const inlined = (root: Schema, room: Room): unknown => {
  let count = 0;
  // Definitions are left out below, so the first use of each does not make the schema longer.
  const unused = new Set(definitionsOf(root));
  const lengths = new Map<Schema, number>();
  const lengthOf = (target: Schema): number => {
    const length = lengths.get(target) ?? Buffer.byteLength(JSON.stringify(target));
    lengths.set(target, length);
    return length;
  };
  const resolve = (schema: Schema, path: readonly string[]): unknown => {
    const { $ref, ...beside } = schema;
    const reference = $ref as string;
    count += 1;
    if (path.includes(reference) || path.length > MAX_DEPTH || count > MAX_INLINED) throw new NotInlined();
    const target = schemaAt(root, reference);
    if (target === undefined) throw new NotInlined();
    if (!unused.delete(target)) room.bytes -= lengthOf(target);
    if (room.bytes < 0) throw new NotInlined();
    return rewrite({ ...target, ...beside }, resolve, [...path, reference]);
  };
  const { $defs: _defs, definitions: _definitions, ...rest } = root;
  return rewrite(rest, resolve, []);
};

/** Keeps the references, without keywords beside them, and with `$defs` in place of the older `definitions`. */
const withReferences = ({ definitions, ...root }: Schema): unknown => {
  const resolve = ({ $ref }: Schema) => ({ $ref: ($ref as string).replace(/^#\/definitions\//, "#/$defs/") });
  return rewrite(
    isFields(definitions) ? { ...root, $defs: { ...definitions, ...(root["$defs"] as object | undefined) } } : root,
    resolve,
    [],
  );
};

const entriesIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value) as unknown[];
  return inner.reduce<number>((sum, one) => sum + entriesIn(one), Array.isArray(value) ? 0 : inner.length);
};

/**
 * Rewrites JSON Schemas for Gemini, which does not know `const` and accepts no keyword beside a reference. References are
 * replaced by their targets. A recursive schema keeps its references, which Gemini unrolls a few times. So does a schema
 * that would become much longer.
 * @param sent All schemas of a call.
 */
export const createWireSchemas = (sent: readonly object[]): ((schema: object) => unknown) => {
  const room: Room = { bytes: GROWN_BYTES_PER_ENTRY * entriesIn(sent) };
  return (schema) => {
    const { bytes } = room;
    try {
      return inlined(schema as Schema, room);
    } catch (error) {
      if (!(error instanceof NotInlined)) throw error;
      room.bytes = bytes;
      return withReferences(schema as Schema);
    }
  };
};
