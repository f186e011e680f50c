import { closest } from "@cenote/core";
import { type TArrayOptions, type TObject, type TSchema, type TUnion, Type } from "typebox";
import { Check } from "typebox/schema";
import type { Path } from "./read-yaml";

export interface ShapeMistake {
  readonly path: Path;
  readonly message: string;
}

/**
 * All deviations of a value from a schema, in words for the author of the file. If one key distinguishes the branches
 * of a union (`type`, `kind`, `source`), the value is checked against the branch it names.
 */
export const checkShape = (schema: TSchema, value: unknown, path: Path = []): ShapeMistake[] => {
  if (Type.IsUnion(schema)) return checkUnion(schema, value, path);
  if (Type.IsObject(schema)) return isMapping(value) ? checkObject(schema, value, path) : [wrong("a mapping", path)];
  if (Type.IsRecord(schema))
    return isMapping(value) ? checkRecord(schema, value, path) : [wrong(titleOf(schema), path)];
  if (Type.IsArray(schema)) {
    if (!Array.isArray(value)) return [wrong(titleOf(schema), path)];
    const own = Check(Type.Array(Type.Unknown(), limitsOf(schema)), value) ? [] : [wrong(titleOf(schema), path)];
    return [...own, ...value.flatMap((item, index) => checkShape(schema.items, item, [...path, index]))];
  }
  if (Check(schema, value)) return [];
  const suggestion =
    Type.IsEnum(schema) && typeof value === "string" ? closest(value, schema.enum.map(String)) : undefined;
  return [wrong(titleOf(schema), path, suggestion)];
};

const wrong = (title: string, path: Path, suggestion?: string): ShapeMistake => ({
  path,
  message: `must be ${title}${suggestion === undefined ? "" : `; did you mean ${suggestion}?`}`,
});

/** `api_key:sk-1` is a key without a value. */
const lacksBlank = (path: Path): ShapeMistake => ({ path, message: "needs a blank after its colon" });

const titleOf = (schema: TSchema): string =>
  "title" in schema && typeof schema.title === "string" ? schema.title : "a mapping";

const limitsOf = (schema: TSchema): TArrayOptions => ({
  ...("minItems" in schema ? { minItems: Number(schema.minItems) } : {}),
  ...("uniqueItems" in schema ? { uniqueItems: schema.uniqueItems === true } : {}),
});

export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const checkObject = (schema: TObject, value: Readonly<Record<string, unknown>>, path: Path): ShapeMistake[] => {
  const mistakes: ShapeMistake[] = [];
  const known = Object.keys(schema.properties);
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    if (key.includes(":")) {
      mistakes.push(lacksBlank([...path, key]));
      continue;
    }
    const suggestion = closest(
      key,
      known.filter((name) => !(name in value)),
    );
    mistakes.push({
      path: [...path, key],
      message: `is not a known key${suggestion === undefined ? "" : `; did you mean ${suggestion}?`}`,
    });
  }
  for (const [key, property] of Object.entries(schema.properties)) {
    if (key in value) mistakes.push(...checkShape(property, value[key], [...path, key]));
    else if (!Type.IsOptional(property)) mistakes.push({ path: [...path, key], message: "is missing" });
  }
  return mistakes;
};

const checkRecord = (
  schema: TSchema & { patternProperties: Record<string, TSchema> },
  value: Readonly<Record<string, unknown>>,
  path: Path,
): ShapeMistake[] => {
  const [pattern, property] = Object.entries(schema.patternProperties)[0] ?? [];
  if (pattern === undefined || property === undefined) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = [...path, key];
    if (new RegExp(pattern).test(key)) return checkShape(property, item, at);
    return [key.includes(":") ? lacksBlank(at) : { path: at, message: `is not a valid name (${pattern})` }];
  });
};

const checkUnion = (schema: TUnion, value: unknown, path: Path): ShapeMistake[] => {
  if (Check(schema, value)) return [];
  const branches = schema.anyOf;
  const tag = tagOf(branches);
  if (tag !== undefined) return checkTagged(tag, branches as TObject[], value, path);
  // A table where a table is allowed: its own mistakes say more than a list of the alternatives.
  const table = isMapping(value)
    ? (branches.find((branch) => Type.IsRecord(branch) || Type.IsObject(branch)) ??
      branches.find((branch) => Type.IsUnion(branch) && tagOf(branch.anyOf) !== undefined))
    : Array.isArray(value)
      ? branches.find((branch) => Type.IsArray(branch))
      : undefined;
  return table === undefined ? [wrong(titleOf(schema), path)] : checkShape(table, value, path);
};

/** The key whose literal value distinguishes the branches of a union. */
const tagOf = (branches: readonly TSchema[]): string | undefined => {
  const [first] = branches;
  if (first === undefined || !branches.every((branch) => Type.IsObject(branch)) || !Type.IsObject(first))
    return undefined;
  return Object.keys(first.properties).find((key) =>
    branches.every((branch) => Type.IsObject(branch) && Type.IsLiteral(branch.properties[key])),
  );
};

const literalOf = (schema: TSchema | undefined): string => (Type.IsLiteral(schema) ? String(schema.const) : "");

const checkTagged = (tag: string, branches: readonly TObject[], value: unknown, path: Path): ShapeMistake[] => {
  if (!isMapping(value)) return [wrong("a mapping", path)];
  const names = branches.map((branch) => literalOf(branch.properties[tag]));
  const chosen = branches[names.indexOf(String(value[tag]))];
  if (chosen !== undefined) return checkObject(chosen, value, path);
  if (!(tag in value)) return [{ path: [...path, tag], message: `is missing: one of ${names.join(", ")}` }];
  return [
    wrong(
      `one of ${names.join(", ")}`,
      [...path, tag],
      typeof value[tag] === "string" ? closest(value[tag], names) : undefined,
    ),
  ];
};
