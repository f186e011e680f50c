import { type Path, formatPath } from "./read-yaml";

const NUMBER = /^\d+(\.\d+)?$/;

const asScalar = (text: unknown): unknown => {
  if (text === "true" || text === "false") return text === "true";
  return typeof text === "string" && NUMBER.test(text) ? Number(text) : text;
};

/** A file as plain values, with some variables' texts replaced by the number or the flag that they spell. */
export const withScalars = (value: unknown, paths: readonly Path[]): unknown => {
  const places = new Set(paths.map(formatPath));
  const read = (part: unknown, path: Path): unknown => {
    if (places.has(formatPath(path))) return asScalar(part);
    if (Array.isArray(part)) return part.map((item: unknown, index) => read(item, [...path, index]));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, read(item, [...path, key])]));
  };
  return read(value, []);
};
