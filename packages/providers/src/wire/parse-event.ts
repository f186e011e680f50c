import { malformed } from "../answers/answer-failures";
import { parseJson } from "./parse-json";

/** Parses the data of an event, which is a JSON object or list. Throws ProviderError `malformed`. */
export const parseEvent = (data: string): object => {
  let event: unknown;
  try {
    event = parseJson(data);
  } catch (error) {
    throw malformed("The provider sent an event that is not JSON.", error);
  }
  if (typeof event !== "object" || event === null) throw malformed("The provider sent an event that is not an object.");
  return event;
};
