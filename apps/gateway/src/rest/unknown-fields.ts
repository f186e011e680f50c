import type { TObject } from "typebox";

/**
 * Decides about a field that the body's schema does not have. @returns Whether to report that it was left out; or the
 * names to report, if only some of its members were. Errors: invalid_request_error that names it.
 */
export type FieldRule = (value: unknown, body: Readonly<Record<string, unknown>>) => boolean | readonly string[];

/**
 * @returns Names of the fields of a checked body that are left out and reported. Errors: invalid_request_error for those
 * that must not be left out.
 */
export type UnknownFields = (body: object) => readonly string[];

/**
 * Fields of OpenAI's and OpenRouter's APIs that clients send with every call and that change no answer here: who the
 * end user is, labels for the provider's own records of calls (there are none here), hints for the providers' caches of
 * prompts, which are used without them (docs/caching.md says how), and the wish for usage, which every answer has. If
 * they were reported, the header would be on every answer and nobody would read it.
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

/** What everybody gets. Another tier is another price or speed. */
const USUAL_TIERS: ReadonlySet<unknown> = new Set(["auto", "default"]);

const COMMON_RULES: Readonly<Record<string, FieldRule>> = { service_tier: (tier) => !USUAL_TIERS.has(tier) };

/** Names are the caller's text: those that could not be a field's are not repeated. */
const FIELD_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_TOLD = 20;
const NONE: readonly string[] = [];

/**
 * @param schema Of the body.
 * @param own For fields with a rule of their own, before any other. `null` means absent and is never reported.
 */
export const createUnknownFields = (schema: TObject, own: Readonly<Record<string, FieldRule>>): UnknownFields => {
  const rules = new Map(Object.entries({ ...COMMON_RULES, ...own }));
  const known = new Set([...Object.keys(schema.properties), ...QUIET_FIELDS].filter((name) => !rules.has(name)));
  return (body) => {
    const fields = body as Readonly<Record<string, unknown>>;
    let told: string[] | undefined;
    for (const name of Object.keys(fields)) {
      const value = known.has(name) ? null : fields[name];
      const tells = value !== null && (rules.get(name)?.(value, fields) ?? true);
      if (tells === false) continue;
      told ??= [];
      for (const one of tells === true ? [name] : tells)
        if (told.length < MAX_TOLD && FIELD_NAME.test(one) && !told.includes(one)) told.push(one);
    }
    return told ?? NONE;
  };
};
