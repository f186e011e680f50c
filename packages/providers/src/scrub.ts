import { ProviderError, type Target } from "./spec";

/** Shorter ones are no secrets, and their letters stand in any text. */
const MIN_SECRET_CHARACTERS = 6;
/** A part of a key that tells something: longer than the public beginnings such as `sk-proj-`. */
const MIN_PART_CHARACTERS = 12;
const REPLACEMENT = "[redacted]";
const SECRET_HEADER = /key|token|secret|auth|password|cookie/i;

/** What must not leave: the key, and what the catalog puts into headers that carry secrets. */
export const secretsOf = (target: Target): readonly string[] => [
  ...(target.apiKey === undefined ? [] : [target.apiKey]),
  ...Object.entries(target.headers ?? {}).flatMap(([name, value]) => (SECRET_HEADER.test(name) ? [value.replace(/^\w+ +/, "")] : [])),
];

const sharedFromStart = (text: string, at: number, secret: string): number => {
  let length = 0;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length;
};

const sharedToEnd = (text: string, end: number, secret: string): number => {
  let length = 0;
  while (length < secret.length && text[end - 1 - length] === secret[secret.length - 1 - length]) length += 1;
  return length;
};

const withoutBeginnings = (text: string, secret: string): string => {
  const beginning = secret.slice(0, MIN_PART_CHARACTERS);
  let scrubbed = "";
  let from = 0;
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, from)) {
    scrubbed += text.slice(from, at) + REPLACEMENT;
    from = at + sharedFromStart(text, at, secret);
  }
  return scrubbed + text.slice(from);
};

const withoutEndings = (text: string, secret: string): string => {
  const ending = secret.slice(-MIN_PART_CHARACTERS);
  let scrubbed = text;
  for (let at = scrubbed.lastIndexOf(ending); at !== -1; at = scrubbed.lastIndexOf(ending)) {
    const end = at + ending.length;
    scrubbed = scrubbed.slice(0, end - sharedToEnd(scrubbed, end, secret)) + REPLACEMENT + scrubbed.slice(end);
  }
  return scrubbed;
};

const withoutSecret = (text: string, secret: string): string => {
  const whole = text.replaceAll(secret, REPLACEMENT);
  return secret.length <= MIN_PART_CHARACTERS ? whole : withoutEndings(withoutBeginnings(whole, secret), secret);
};

/** The text without our secrets, whole, in a URL's encoding, or a long beginning or end of them. All else is unchanged. */
export const scrub = (text: string, secrets: readonly string[]): string => {
  let scrubbed = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_CHARACTERS) continue;
    scrubbed = withoutSecret(scrubbed, secret);
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret) scrubbed = withoutSecret(scrubbed, encoded);
  }
  return scrubbed;
};

/** The error as it may leave: its message holds none of the target's secrets. */
export const scrubbedError = (error: ProviderError, target: Target): ProviderError => {
  const message = scrub(error.message, secretsOf(target));
  if (message === error.message) return error;
  const { kind, status, retryAfterMs, phase } = error;
  return new ProviderError({
    kind, message,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(phase === undefined ? {} : { phase }),
  });
};
