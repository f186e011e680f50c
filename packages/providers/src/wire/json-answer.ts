import { malformed } from "../answers/answer-failures";
import { parseJson } from "./parse-json";

/** Parses a plain answer. Throws ProviderError `malformed`, whose message says what arrived instead. */
export const parseJsonAnswer = (body: string): unknown => {
  try {
    return parseJson(body);
  } catch (error) {
    const start = body.trimStart();
    const what = start === "" ? "an empty body" : start.startsWith("<") ? "a web page" : "something else";
    throw malformed(`The provider answered with ${what} where JSON was expected.`, error);
  }
};
