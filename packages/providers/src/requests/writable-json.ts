import { BODY_BOUNDS, createJsonCounter, type JsonBounds } from "@cenote/core";
import { JSON_BOUNDS } from "../wire/parse-json";

/** Of all texts of a request together, as much as a body may hold outside of its texts. */
const BOUNDS: JsonBounds = { ...BODY_BOUNDS, depth: JSON_BOUNDS.depth };

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
