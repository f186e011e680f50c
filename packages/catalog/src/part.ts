import { type Decimal, parseDecimal } from "@cenote/core";
import type { Path, Reading } from "./read-yaml";

/** A file being read, and the collection of its mistakes. */
export interface Source {
  readonly reading: Reading;
  /** Whether it is the shipped file, which no operator writes. */
  readonly isShipped: boolean;
  report(path: Path, message: string): void;
}

/** A part of a file that matches the schema. */
export interface Part<T> {
  readonly raw: T;
  readonly path: Path;
  readonly source: Source;
}

export const partOf = <T, K extends keyof T & string>(
  { raw, path, source }: Part<T>,
  key: K,
): Part<NonNullable<T[K]>> | undefined => {
  const value = raw[key];
  return value === undefined || value === null ? undefined : { raw: value, path: [...path, key], source };
};

/** A part within another one that is certain to exist. */
export const partAt = <T>({ path, source }: Part<unknown>, raw: T, key: string): Part<T> => ({
  raw,
  path: [...path, key],
  source,
});

export const report = ({ path, source }: Part<unknown>, message: string): void => {
  source.report(path, message);
};

const ONE: Decimal = { units: 1n, scale: 0 };

/** Reads a decimal from the file's text, never through YAML's float. Reports anything else and continues with 1. */
export const decimalOfPart = (part: Part<string | number>): Decimal => {
  const written = typeof part.raw === "string" ? part.raw : part.source.reading.sourceOf(part.path);
  try {
    return parseDecimal(written ?? "");
  } catch {
    report(part, 'must be plain decimal digits, such as "0.15"');
    return ONE;
  }
};
