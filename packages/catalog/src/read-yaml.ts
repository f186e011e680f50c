import { LineCounter, type Pair, isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node } from "yaml";
import type { CatalogMistake } from "./catalog-error";
import { type Environment, readVariables } from "./variables";

/** A path into a file: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** A YAML file as plain values, with what plain values can't carry. */
export interface Reading {
  readonly value: unknown;
  readonly mistakes: readonly CatalogMistake[];
  /** Line of the node at a path, or of the nearest node around it. */
  lineOf(path: Path): number;
  /** Where a path is written: equal for all paths that lead to the same node by aliases. */
  placeOf(path: Path): string;
  /** A number as it is written. */
  sourceOf(path: Path): string | undefined;
  /** Paths of scalars that contain variables. Their values are text, whatever they spell. */
  readonly fromVariables: readonly Path[];
  /** The variables whose values are in the scalar at a path. */
  variablesAt(path: Path): readonly string[];
  /** Paths of scalars with a `${` that starts no variable. */
  readonly malformed: readonly Path[];
  /** Paths of scalars that are left out because they name an unset variable. */
  readonly unset: readonly UnsetVariable[];
}

export interface UnsetVariable {
  readonly path: Path;
  readonly variable: string;
}

/** Bounds the expansion of aliases. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 32;

export const formatPath = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );

/**
 * A path for messages. If a key contains a colon, the text after it is a value without the blank before it, and may be
 * a secret, so it is cut off.
 */
export const formatPathSafely = (path: Path): string =>
  formatPath(path.map((part) => (typeof part === "number" ? part : part.replace(/[:=].*/su, "..."))));

const NOTHING = Symbol("nothing");

export const readYaml = (source: string, environment: Environment): Reading => {
  const variables = readVariables(source, environment);
  const lineCounter = new LineCounter();
  const document: Document.Parsed = parseDocument(variables.text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    // "silent" would ignore a second document.
    logLevel: "error",
  });
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  const lines = new Map<string, number>();
  /** Offsets of the nodes at paths, with aliases resolved. */
  const places = new Map<string, number>();
  const sources = new Map<string, string>();
  const fromVariables: Path[] = [];
  const variableNames = new Map<string, readonly string[]>();
  const malformed: Path[] = [];
  const unset: UnsetVariable[] = [];
  const mistakes: CatalogMistake[] = document.errors.map((error) => ({
    path: "",
    line: lineAt(error.pos[0]),
    message:
      error.code === "MULTIPLE_DOCS"
        ? "begins a second document: the file must be one, without this line"
        : `can't be read: ${firstLine(error.message)}`,
  }));
  let nodes = 0;

  const scalar = (value: unknown, written: string | undefined, path: Path): unknown => {
    if (typeof value === "number" && written !== undefined) sources.set(formatPath(path), written);
    if (typeof value !== "string") return value;
    if (variables.isMalformed(value)) malformed.push(path);
    const names = variables.namesIn(value);
    if (names.length === 0) return value;
    const resolved = variables.resolve(value);
    if (resolved === "nothing") return NOTHING;
    if ("text" in resolved) {
      fromVariables.push(path);
      variableNames.set(formatPath(path), names);
      return resolved.text;
    }
    unset.push({ path, variable: resolved.unset });
    return NOTHING;
  };

  const sequence = (items: readonly unknown[], path: Path): unknown[] => {
    const values: unknown[] = [];
    for (const item of items) {
      const at = [...path, values.length];
      const value = plain(item as Node | null, at);
      if (value === NOTHING) lines.delete(formatPath(at));
      else values.push(value);
    }
    return values;
  };

  const mapping = (pairs: readonly Pair<Node, Node | null>[], path: Path): Record<string, unknown> => {
    const entries: [string, unknown][] = [];
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? String(key.value) : "";
      const at = [...path, name];
      if (key.range) lines.set(formatPath(at), lineAt(key.range[0]));
      const read = plain(value, at);
      if (read !== NOTHING) entries.push([name, read]);
    }
    return Object.fromEntries(entries);
  };

  const plain = (node: Node | null, path: Path): unknown => {
    if (node === null) return null;
    if (node.range && !lines.has(formatPath(path))) lines.set(formatPath(path), lineAt(node.range[0]));
    nodes += 1;
    if (nodes > MAX_NODES || path.length > MAX_DEPTH) {
      mistakes.push({
        path: formatPathSafely(path),
        line: lineAt(node.range?.[0] ?? 0),
        message: "nests too deep, or aliases make it too large",
      });
      return null;
    }
    if (isAlias(node)) return plain(node.resolve(document) ?? null, path);
    if (node.range) places.set(formatPath(path), node.range[0]);
    if (isScalar(node)) return scalar(node.value, node.source, path);
    if (isSeq(node)) return sequence(node.items, path);
    return isMap(node) ? mapping(node.items as Pair<Node, Node | null>[], path) : null;
  };

  const value = mistakes.length > 0 ? undefined : plain(document.contents, []);
  return {
    value: value === NOTHING ? null : value,
    mistakes,
    fromVariables,
    malformed,
    unset,
    placeOf(path) {
      const around = nearest(places, path);
      return around === undefined ? formatPath(path) : `${around.value}.${formatPath(around.rest)}`;
    },
    variablesAt: (path) => variableNames.get(formatPath(path)) ?? [],
    sourceOf: (path) => sources.get(formatPath(path)),
    lineOf: (path) => nearest(lines, path)?.value ?? 1,
  };
};

/** The value for the node at a path, or for the nearest node around it, and the remaining path from there. */
const nearest = <Value>(
  known: ReadonlyMap<string, Value>,
  path: Path,
): { readonly value: Value; readonly rest: Path } | undefined => {
  for (let length = path.length; length > 0; length -= 1) {
    const value = known.get(formatPath(path.slice(0, length)));
    if (value !== undefined) return { value, rest: path.slice(length) };
  }
  return undefined;
};

const firstLine = (message: string): string => message.split("\n", 1)[0] ?? "";
