import { isFields, type Fields } from "../json-body";
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

export const missingProblem = (place: string): Problem =>
  invalidRequest(`Missing required parameter: '${place}'.`, place, "missing_required_parameter");

export const unknownProblem = (place: string): Problem =>
  invalidRequest(`Unknown parameter: '${place}'.`, place, "unknown_parameter");

const LIST = new Intl.ListFormat("en");

export const listed = (values: readonly string[]): string => LIST.format(values.map((value) => `'${value}'`));

export const valueProblem = (value: unknown, place: string, supported: readonly string[]): Problem =>
  invalidRequest(
    `Invalid value: '${shown(value)}'. Supported values are: ${listed(supported)}.`,
    place,
    "invalid_value",
  );

export const belowProblem = (place: string, minimum: number, got: number): Problem =>
  invalidRequest(
    `Invalid '${place}': integer below minimum value. Expected a value >= ${minimum}, but got ${got} instead.`,
    place,
    "integer_below_min_value",
  );

/** The problem of a string or an array with more than `maximum` characters or members. */
export const lengthProblem = (
  value: string | readonly unknown[],
  place: string,
  maximum: number,
): Problem | undefined => {
  if (value.length <= maximum) return undefined;
  const [kind, one] = typeof value === "string" ? ["string", "a string"] : ["array", "an array"];
  return invalidRequest(
    `Invalid '${place}': ${kind} too long. Expected ${one} with maximum length ${maximum}, but got ${one} with length ${value.length} instead.`,
    place,
    `${kind}_above_max_length`,
  );
};

export const emptyProblem = (place: string): Problem =>
  invalidRequest(
    `Invalid '${place}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    place,
    "empty_array",
  );

const PDF_DATA_URL = /^data:application\/pdf;base64,/;

/** OpenAI's error for a file in a prompt. @param place Path of the object with its name and data. */
export const fileProblem = (file: unknown, place: string): Problem | undefined => {
  if (!isFields(file)) return typeProblem(place, "an object", file);
  const missing = ["filename", "file_data"].find((name) => typeof file[name] !== "string");
  if (missing !== undefined) return missingProblem(`${place}.${missing}`);
  return PDF_DATA_URL.test(shown(file["file_data"]))
    ? undefined
    : invalidRequest(
        `Invalid file data: '${place}.file_data'. Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value with an invalid format.`,
        `${place}.file_data`,
        "invalid_value",
      );
};

/** A value as error messages show it. */
export const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");

export const isSet = (body: Fields, name: string): boolean => body[name] !== undefined && body[name] !== null;
