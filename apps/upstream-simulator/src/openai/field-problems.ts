import type { Fields } from "../json-body";
import { invalidRequest, type Problem } from "./problem";

export const FUNCTION_NAME = /^[\w-]{1,64}$/;

export const misnamedFunction = (place: string): Problem =>
  invalidRequest(
    `Invalid '${place}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    place,
    "invalid_value",
  );

export const rangeProblem = (body: Fields, name: string, minimum: number, maximum: number): Problem | undefined => {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") return typeProblem(name, "a number", value);
  if (value < minimum)
    return invalidRequest(
      `Invalid '${name}': decimal below minimum value. Expected a value >= ${minimum}, but got ${value} instead.`,
      name,
      "decimal_below_min_value",
    );
  if (value > maximum)
    return invalidRequest(
      `Invalid '${name}': decimal above maximum value. Expected a value <= ${maximum}, but got ${value} instead.`,
      name,
      "decimal_above_max_value",
    );
  return undefined;
};

export const typeProblem = (param: string, expected: string, got: unknown): Problem =>
  invalidRequest(
    `Invalid type for '${param}': expected ${expected}, but got ${got === null ? "null" : `a ${typeof got}`} instead.`,
    param,
    "invalid_type",
  );

/** A value as error messages show it. */
export const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");

export const isSet = (body: Fields, name: string): boolean => body[name] !== undefined && body[name] !== null;
