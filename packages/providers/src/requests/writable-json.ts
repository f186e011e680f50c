import { createJsonCounter, type JsonBounds } from "@cenote/core";
import { JSON_BOUNDS } from "../wire/parse-json";

/**
 * Of all texts of a request together, as many as a body may hold outside of its texts: to build and to write anew a million names
 * takes seconds in which nobody else is served.
 */
const BOUNDS: JsonBounds = { depth: JSON_BOUNDS.depth, parts: 200_000, commas: 1_000_000 };

/**
 * JSON that a caller sends as text, and that is sent on as a value.
 * @returns Undefined for what is no JSON, or is nested so deeply that it could not be written again, or has too much in it.
 */
export type ReadWritableJson = (text: string) => unknown;

/** Each request has its own. */
export const createWritableJson = (): ReadWritableJson => {
  const passedBound = createJsonCounter(BOUNDS);
  return (text) => {
    if (passedBound(text) !== undefined) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  };
};

export const writableJson: ReadWritableJson = (text) => createWritableJson()(text);
