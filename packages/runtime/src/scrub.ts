const REDACTED = "[redacted]";
const DEPTH_LIMIT = 6;
const ITEMS_LIMIT = 100;
const CAUSES_LIMIT = 5;

// `tokens` is a count and stays; `token` is a secret.
const SECRET_NAME = /^(?:.*authorization|cookie|set-cookie|.*api[-_]?keys?|.*secret.*|.*passw(?:or)?d|.*token)$/i;
const SECRET_TEXT = /\b(?:Bearer|Basic)\s+[^\s"',;]+|\b\w{1,20}_sk_live_\w+|\bsk-[\w-]{16,}|(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g;

/** Text without what looks like a key, a bearer token or a password in a URL. */
export const scrubText = (text: string): string => text.replace(SECRET_TEXT, REDACTED);

/** An error as it may be logged: name and stack, of its causes too. Anything else on it may hold a call's content or a key. */
const scrubError = (error: Error, causes = CAUSES_LIMIT): object => ({
  name: error.name,
  stack: scrubText(error.stack ?? error.message),
  ...(error.cause instanceof Error && causes > 0 && { cause: scrubError(error.cause, causes - 1) }),
});

const scrubValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return scrubText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return scrubError(value);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= DEPTH_LIMIT) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, ITEMS_LIMIT).map((item) => scrubValue(item, depth + 1));
  return scrubEntries(value instanceof Map ? value.entries() : Object.entries(value), depth + 1);
};

const scrubEntries = (entries: Iterable<[unknown, unknown]>, depth: number): Record<string, unknown> => {
  const scrubbed: Record<string, unknown> = {};
  let count = 0;
  for (const [key, value] of entries) {
    if (count++ === ITEMS_LIMIT) break;
    const name = String(key);
    scrubbed[name] = SECRET_NAME.test(name) && value !== undefined && value !== null ? REDACTED : scrubValue(value, depth);
  }
  return scrubbed;
};

/** Fields as they may be logged: secrets by name and by form taken out, errors as name and stack, depth and length bounded. */
export const scrubFields = (fields: object): Record<string, unknown> =>
  fields instanceof Error ? { err: scrubError(fields) } : scrubEntries(Object.entries(fields), 0);
