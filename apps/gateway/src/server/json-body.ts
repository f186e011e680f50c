import { isUtf8 } from "node:buffer";
import { invalidRequest } from "@cenote/core";
import { isNestedDeeper } from "./json-depth";

const malformed = (message: string) => invalidRequest("body", `body: ${message}`);

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Throws for names that change an object's prototype once somebody copies them. */
const refusePoison = (value: object): void => {
  for (const [name, item] of Object.entries(value)) {
    if (name === "__proto__" || (name === "constructor" && isContainer(item) && Object.hasOwn(item, "prototype"))) {
      throw malformed(`the name ${JSON.stringify(name)} is not allowed.`);
    }
    if (isContainer(item)) refusePoison(item);
  }
};

/** True where a name that poisons may stand, spelt plainly or with escapes: rare enough to spare most bodies the walk. */
const mayPoison = (text: string): boolean => text.includes("__proto__") || text.includes("constructor") || text.includes("\\u00");

/**
 * Reads a request body as JSON. Strict about what other readers let pass: bytes that are no UTF-8, nesting without end,
 * and names that poison prototypes. Errors: invalid_request_error.
 */
export const parseJsonBody = (bytes: Buffer, depth: number): unknown => {
  if (bytes.length === 0) throw malformed("empty; send a JSON object.");
  if (!isUtf8(bytes)) throw malformed("not valid UTF-8.");
  // Searched as text: each search of a buffer leaves the engine, and a body with many strings is searched often.
  const text = bytes.toString("utf8");
  if (isNestedDeeper(text, depth)) throw malformed(`nested more than ${depth} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The engine's own message quotes the body, which may hold content: only the place is kept.
    const [place] = / at position \d+/.exec(error instanceof Error ? error.message : "") ?? [""];
    throw malformed(`not valid JSON${place}.`);
  }
  if (isContainer(value) && mayPoison(text)) refusePoison(value);
  return value;
};
