import type { ProviderError } from "../provider-error";
import type { Target } from "../target";

/** Shorter ones are no secrets, and their letters stand in any text. */
const MIN_SECRET_CHARACTERS = 6;
/** A part of a key that tells something: longer than the public beginnings such as `sk-proj-`. */
const MIN_PART_CHARACTERS = 12;
/**
 * Longer texts are cut, as those of errors are: what is told is answered, stored and logged, and megabytes of it would be
 * searched for seconds, in which nobody else is served.
 */
const MAX_TOLD_CHARACTERS = 4_000;
const REPLACEMENT = "[redacted]";
const SECRET_NAME = /key|token|secret|auth|password|cookie|credential/i;

/** Texts under names of secrets, however deep; the catalog read them from a file, so they end. */
const secretsIn = (value: unknown, isSecret: boolean): readonly string[] => {
  if (typeof value === "string") return isSecret ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => secretsIn(part, isSecret || SECRET_NAME.test(name)));
};

/** What must not leave: the key, and whatever secrets the catalog puts into headers and options. */
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

/** Every piece of the secret that tells something, by where it begins. */
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

/** The text without our secrets, whole, in a URL's encoding, or any long part of them. All else is unchanged. */
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

/** The text as it may be told: without our secrets, and no longer than the limit. */
export const scrub = (text: string, secrets: readonly string[]): string =>
  withoutSecrets(text.slice(0, MAX_TOLD_CHARACTERS), secrets);

/** @param text Not megabytes: it is searched from end to end. */
export const holdsSecret = (text: string, secrets: readonly string[]): boolean =>
  withoutSecrets(text, secrets) !== text;

/** The error as it may leave: it tells none of the target's secrets. */
export const scrubbedError = (error: ProviderError, target: Target): ProviderError => {
  const secrets = secretsOf(target);
  const message = scrub(error.message, secrets);
  const redirect = error.redirect === undefined ? undefined : scrub(error.redirect, secrets);
  if (message === error.message && redirect === error.redirect) return error;
  return error.with({ message, ...(redirect === undefined ? {} : { redirect }) });
};
