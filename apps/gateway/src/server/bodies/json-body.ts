import { isUtf8 } from "node:buffer";
import { invalidField, type JsonBounds, passedBound } from "@cenote/core";

const malformed = (message: string) => invalidField("body", message);

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Throws for names that would change the prototype of an object they are copied to. */
const refusePoison = (value: object): void => {
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item)) refusePoison(item);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    if (name === "__proto__" || (name === "constructor" && isContainer(item) && Object.hasOwn(item, "prototype"))) {
      throw malformed(`the name ${JSON.stringify(name)} is not allowed.`);
    }
    if (isContainer(item)) refusePoison(item);
  }
};

/** A letter of these names as a JSON escape. */
const ESCAPED_LETTER = /\\u00[567]/;

/** Whether the text may contain such a name, plain or escaped. It rarely does, so most bodies need no walk. */
const mayPoison = (text: string): boolean =>
  text.includes("__proto__") || text.includes("constructor") || ESCAPED_LETTER.test(text);

const FAULTS = {
  depth: (limit: number) => `nested more than ${limit} levels deep.`,
  parts: (limit: number) => `more than ${limit} arrays, objects and names.`,
  commas: (limit: number) => `more than ${limit} commas between values.`,
} as const satisfies Record<keyof JsonBounds, (limit: number) => string>;

/** Removes the byte order mark that some Windows clients send. RFC 8259 allows ignoring it. */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/**
 * Parses a body as JSON. Rejects invalid UTF-8, nesting and field counts beyond the bounds, and names that pollute
 * prototypes. Errors: invalid_request_error.
 */
export const parseJsonBody = (body: Buffer, bounds: JsonBounds): unknown => {
  const bytes = withoutMark(body);
  if (bytes.length === 0) throw malformed("empty; send a JSON object.");
  if (!isUtf8(bytes)) throw malformed("not valid UTF-8.");
  // Searched as text: each search of a buffer leaves the JavaScript engine, and bodies with many strings need many.
  const text = bytes.toString("utf8");
  const passed = passedBound(text, bounds);
  if (passed !== undefined) throw malformed(FAULTS[passed](bounds[passed]));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The engine's message quotes the body, which may be private, so only the position is used.
    const [place] = / at position \d+/.exec(error instanceof Error ? error.message : "") ?? [""];
    throw malformed(`not valid JSON${place}.`);
  }
  if (isContainer(value) && mayPoison(text)) refusePoison(value);
  return value;
};
