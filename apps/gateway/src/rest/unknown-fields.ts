import type { TObject } from "typebox";

/**
 * Decides about a field that the body's schema does not have. @returns Whether to report the field as ignored; or the
 * names of its ignored members. Errors: invalid_request_error that names the field.
 */
export type FieldRule = (value: unknown, body: Readonly<Record<string, unknown>>) => boolean | readonly string[];

/**
 * @returns Names of the fields of a validated body to report as ignored. Errors: invalid_request_error for fields that
 * must not be ignored.
 */
export type UnknownFields = (body: object) => readonly string[];

/**
 * Fields of OpenAI's and OpenRouter's APIs that clients send with every call, and that change no answer here:
 * - the id of the end user,
 * - labels for the provider's own records of calls,
 * - hints for the providers' prompt caches, which are used anyway (docs/caching.md),
 * - the request for usage, which every answer has.
 *
 * If they were reported, every answer would have the header, and nobody would read it.
 */
export const QUIET_FIELDS = [
  "user",
  "safety_identifier",
  "metadata",
  "store",
  "prompt_cache_key",
  "prompt_cache_retention",
  "prompt_cache_options",
  "usage",
] as const;

/** The default tiers. Other tiers have another price or speed. */
const USUAL_TIERS: ReadonlySet<unknown> = new Set(["auto", "default"]);

const COMMON_RULES: Readonly<Record<string, FieldRule>> = { service_tier: (tier) => !USUAL_TIERS.has(tier) };

/** Names are the caller's text. Only plausible names of fields are repeated. */
const FIELD_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_REPORTED = 20;
const NONE: readonly string[] = [];

/**
 * @param schema The body's schema.
 * @param own Rules by field name; they take precedence. `null` means absent and is never reported.
 */
export const createUnknownFields = (schema: TObject, own: Readonly<Record<string, FieldRule>>): UnknownFields => {
  const rules = new Map(Object.entries({ ...COMMON_RULES, ...own }));
  const known = new Set([...Object.keys(schema.properties), ...QUIET_FIELDS].filter((name) => !rules.has(name)));
  return (body) => {
    const fields = body as Readonly<Record<string, unknown>>;
    let reported: string[] | undefined;
    for (const name of Object.keys(fields)) {
      const value = known.has(name) ? null : fields[name];
      const tells = value !== null && (rules.get(name)?.(value, fields) ?? true);
      if (tells === false) continue;
      reported ??= [];
      for (const one of tells === true ? [name] : tells)
        if (reported.length < MAX_REPORTED && FIELD_NAME.test(one) && !reported.includes(one)) reported.push(one);
    }
    return reported ?? NONE;
  };
};
