import { BODY_BOUNDS, createJsonCounter, type JsonBounds } from "@cenote/core";
import { JSON_BOUNDS } from "../wire/parse-json";

/** Bounds of all JSON texts of a request together: those of a caller's body. */
const BOUNDS: JsonBounds = { ...BODY_BOUNDS, depth: JSON_BOUNDS.depth };

/**
 * Parses JSON that a caller sends as text and that is sent on as a value. @returns Undefined if the text is not JSON, is
 * nested too deeply to be serialized again, or exceeds a bound.
 */
export type ReadWritableJson = (text: string) => unknown;

/** Each request has its own reader. */
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
