import { parseJson } from "../wire/parse-json";

/**
 * JSON that a caller sends as text, and that is sent on as a value.
 * @returns Undefined for what is no JSON, or is nested so deeply that it could not be written again.
 */
export const writableJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};
