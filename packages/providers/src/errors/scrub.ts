import type { ProviderError } from "../provider-error";
import type { Target } from "../target";

/** Shorter values are not secrets, and any text may contain their letters. */
const MIN_SECRET_CHARACTERS = 6;
/** Shortest part of a key that must not leak. It is longer than public prefixes such as `sk-proj-`. */
const MIN_PART_CHARACTERS = 12;
/**
 * Longer texts are cut, as those of errors are. They are returned, stored and logged, and searching megabytes for secrets
 * would block the event loop for seconds.
 */
const MAX_TOLD_CHARACTERS = 4_000;
const REPLACEMENT = "[redacted]";
const SECRET_NAME = /key|token|secret|auth|password|cookie|credential/i;

/** Texts under names of secrets, at any depth. The values come from the catalog's file, so the depth is finite. */
const secretsIn = (value: unknown, isSecret: boolean): readonly string[] => {
  if (typeof value === "string") return isSecret ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => secretsIn(part, isSecret || SECRET_NAME.test(name)));
};

/** The secrets of a target: its key, and the secrets in headers and options of the catalog. */
export const secretsOf = (target: Target): readonly string[] => [
  ...(target.apiKey === undefined ? [] : [target.apiKey]),
  ...secretsIn(target.headers, false).map((value) => value.replace(/^\w+ +/, "")),
  ...secretsIn(target.sdk?.options, false),
];

const sharedLength = (text: string, at: number, secret: string, start: number): number => {
  let length = 0;
  while (start + length < secret.length && text[at + length] === secret[start + length]) length += 1;
  return length;
};

/** Every part of a secret with the minimum length, with the position where it begins. */
const piecesOf = (secret: string): ReadonlyMap<string, number> =>
  new Map(
    Array.from({ length: secret.length - MIN_PART_CHARACTERS + 1 }, (_, start) => [
      secret.slice(start, start + MIN_PART_CHARACTERS),
      start,
    ]),
  );

const withoutParts = (text: string, secret: string): string => {
  const pieces = piecesOf(secret);
  let scrubbed = "";
  let from = 0;
  for (let at = 0; at + MIN_PART_CHARACTERS <= text.length;) {
    const start = pieces.get(text.slice(at, at + MIN_PART_CHARACTERS));
    if (start === undefined) {
      at += 1;
      continue;
    }
    scrubbed += text.slice(from, at) + REPLACEMENT;
    at += sharedLength(text, at, secret, start);
    from = at;
  }
  return scrubbed + text.slice(from);
};

const withoutSecret = (text: string, secret: string): string => {
  const whole = text.replaceAll(secret, REPLACEMENT);
  return secret.length <= MIN_PART_CHARACTERS ? whole : withoutParts(whole, secret);
};

/** Removes our secrets from a text: complete, URL-encoded, or any long part of them. The rest is unchanged. */
const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  let scrubbed = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_CHARACTERS) continue;
    scrubbed = withoutSecret(scrubbed, secret);
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret) scrubbed = withoutSecret(scrubbed, encoded);
  }
  return scrubbed;
};

/** Removes our secrets from a text, and cuts it to the limit. */
export const scrub = (text: string, secrets: readonly string[]): string =>
  withoutSecrets(text.slice(0, MAX_TOLD_CHARACTERS), secrets);

/** @param text Must not be megabytes long, since all of it is searched. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  withoutSecrets(text, secrets) !== text;

/** Removes the target's secrets from an error. */
export const scrubbedError = (error: ProviderError, target: Target): ProviderError => {
  const secrets = secretsOf(target);
  const message = scrub(error.message, secrets);
  const redirect = error.redirect === undefined ? undefined : scrub(error.redirect, secrets);
  if (message === error.message && redirect === error.redirect) return error;
  return error.with({ message, ...(redirect === undefined ? {} : { redirect }) });
};
