import { isFields } from "../json-fields";
import { schemaAt } from "../requests/schema-references";

type Schema = Readonly<Record<string, unknown>>;

/** References taken in place of their targets; a schema with more of them keeps them. */
const MAX_INLINED = 500;
/**
 * What all schemas of a call may grow by, for each entry of an object in them. Holds, quotes and budgets are of the
 * schemas as they were sent, and a target that is named often would make far more of them. Lengths would be no measure:
 * a long text may be few tokens, and a short one many, but an entry is at least three.
 */
const GROWN_BYTES_PER_ENTRY = 16;
const MAX_DEPTH = 64;

/** Keywords whose value is data, not a schema: a reference inside is none. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples", "required"]);
/** Keywords whose value holds schemas under names of the caller's choice. */
const NAMING_KEYWORDS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** The reference recurs, leads nowhere, or there are too many. */
class NotInlined extends Error {}

/** @param resolve What stands for a schema with a reference. */
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
    // Without it the value would not be held to.
    if (keyword === "const") return [["enum", [value]]];
    if (DATA_KEYWORDS.has(keyword)) return [[keyword, value]];
    if (NAMING_KEYWORDS.has(keyword) && isFields(value))
      return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sub(one)]))]];
    return [[keyword, sub(value)]];
  });
  return Object.fromEntries(entries);
};

/** Bytes that the schemas of a call may still grow by. */
interface Room {
  bytes: number;
}

const definitionsOf = (root: Schema): unknown[] =>
  [root["$defs"], root["definitions"]].flatMap((place) => (isFields(place) ? Object.values(place) : []));

/** Throws NotInlined. */
const inlined = (root: Schema, room: Room): unknown => {
  let count = 0;
  // They are left out below, so that the first use of each makes nothing longer.
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

/** Beside a reference nothing may stand, and what it names must be called by its newer name. */
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
 * Writes JSON Schemas as Gemini takes them: `const` is unknown to it, and a reference may have nothing beside it.
 * References are replaced by what they stand for. A schema that recurs keeps them, which Gemini unrolls a few times, and
 * so does one that would become much longer.
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
