import { hasErrorCode } from "@cenote/core";

const REDACTED = "[redacted]";
const DEPTH_LIMIT = 6;
const ITEMS_LIMIT = 100;
const CAUSES_LIMIT = 5;
const REMEMBERED_NAMES_LIMIT = 1000;

// `tokens` is a count and is kept; `token` is a secret.
const SECRET_NAME = /^(?:.*authorization|cookie|set-cookie|.*api[-_]?keys?|.*secret.*|.*passw(?:or)?d|.*token)$/i;

/**
 * Patterns of secrets in text, each with a word that is cheap to search for, because nearly every text has none of
 * them.
 */
const SECRET_FORMS = [
  { hint: "earer ", form: /\bbearer\s+[^\s"',;]+/gi },
  { hint: "asic ", form: /\bbasic\s+[\w+/=-]{8,}/gi },
  { hint: "_live_", form: /\w{0,20}(?:sk|ct|rk)_live_\w+/g },
  { hint: "sk-", form: /\bsk-[\w-]{16,}/g },
  { hint: "://", form: /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g },
] as const;

/** Removes secrets from what is about to be logged. */
export interface Scrubber {
  /** Text without anything that looks like a key, a bearer token or a password in a URL. */
  text(text: string): string;
  /** The fields without secrets, found by name and by pattern; errors as name and stack; depth and length bounded. */
  fields(fields: object): object;
}

const mayHoldSecret = (text: string): boolean => {
  for (const { hint } of SECRET_FORMS) if (text.includes(hint)) return true;
  return false;
};

const scrubText = (text: string): string => {
  let scrubbed = text;
  for (const { hint, form } of SECRET_FORMS) {
    if (scrubbed.includes(hint)) scrubbed = scrubbed.replace(form, REDACTED);
  }
  return scrubbed;
};

/** A gRPC status, from a service or, if none answers, from our client. Its stack shows only the client. */
const isStatus = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "number" && "details" in error;

/** Errors whose stack says nothing. In an outage every call logs one, so they are logged in short form. */
const isOutage = (error: Error): boolean =>
  isStatus(error) || isStatus(error.cause) || hasErrorCode(error, "overloaded");

/**
 * The parts of an error that may be logged: name and stack, also of its causes; for an outage the messages instead of
 * the stacks. Other properties may contain a call's content or a key.
 */
const scrubError = (error: Error, causes = CAUSES_LIMIT, isShort = isOutage(error)): object => ({
  name: error.name,
  ...(isShort ? { message: scrubText(error.message) } : { stack: scrubText(error.stack ?? error.message) }),
  ...(error.cause instanceof Error &&
    causes > 0 && { cause: scrubError(error.cause, causes - 1, isShort || isOutage(error.cause)) }),
});

export const createScrubber = (): Scrubber => {
  const remembered = new Map<string, boolean>();
  const isSecretName = (name: string): boolean => {
    let secret = remembered.get(name);
    if (secret === undefined) {
      secret = SECRET_NAME.test(name);
      if (remembered.size < REMEMBERED_NAMES_LIMIT) remembered.set(name, secret);
    }
    return secret;
  };

  /**
   * Whether all values are plain and unchanged by the scrubber. True for nearly every line, and checking is cheaper
   * than copying.
   */
  const areHarmless = (fields: object): boolean => {
    const names = Object.keys(fields);
    if (names.length > ITEMS_LIMIT) return false;
    for (const name of names) {
      const value = (fields as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || value === null) continue;
      const isHarmless =
        typeof value === "string" ? !mayHoldSecret(value) : typeof value === "number" || typeof value === "boolean";
      if (!isHarmless || isSecretName(name)) return false;
    }
    return true;
  };

  const scrubObject = (value: object, depth: number): unknown => {
    if (value instanceof Error) return scrubError(value);
    if (value instanceof Date) return value;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (depth >= DEPTH_LIMIT) return "[deep]";
    if (Array.isArray(value)) return value.slice(0, ITEMS_LIMIT).map((item) => scrubValue(item, depth + 1));
    return scrubEntries(value instanceof Map ? value.entries() : Object.entries(value), depth + 1);
  };
  const scrubValue = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return scrubText(value);
    if (typeof value === "bigint") return value.toString();
    return typeof value === "object" && value !== null ? scrubObject(value, depth) : value;
  };
  const scrubEntries = (entries: Iterable<[unknown, unknown]>, depth: number): Record<string, unknown> => {
    const scrubbed: Record<string, unknown> = {};
    let count = 0;
    for (const [key, value] of entries) {
      if (count++ === ITEMS_LIMIT) break;
      const name = String(key);
      scrubbed[name] =
        value !== undefined && value !== null && isSecretName(name) ? REDACTED : scrubValue(value, depth);
    }
    return scrubbed;
  };

  return {
    text: scrubText,
    fields(fields) {
      if (fields instanceof Error) return { err: scrubError(fields) };
      return areHarmless(fields) ? fields : scrubEntries(Object.entries(fields), 0);
    },
  };
};
