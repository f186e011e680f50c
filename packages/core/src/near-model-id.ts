import { closest } from "./closest";

/** Suffixes such as `:free` and `:nitro`, with which OpenRouter's callers choose among providers. */
const ROUTE_SUFFIX = /:[a-z]+$/;
/** The suffix of a snapshot, `-2024-07-18` or `-20251001`, or of the newest version. */
const DATE_SUFFIX = /-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;
/** Share of an id's letters that may be mistyped. The digits must match, since another number means another model. */
const MISTYPED_SHARE = 1 / 5;

/** Normalizes an id. The results for two ids that differ only in spelling are equal. */
const spelling = (id: string): string =>
  id.trim().toLowerCase().replace(ROUTE_SUFFIX, "").replace(DATE_SUFFIX, "").replaceAll(/[._]/g, "-");

const afterNamespace = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/**
 * The model that an unknown id probably means. Their ids differ only in case, in dots for dashes, in namespace or suffix,
 * or in a few letters.
 */
export const nearModelId = (id: string, ids: Iterable<string>): string | undefined => {
  const requested = spelling(id);
  const name = afterNamespace(requested);
  const candidates = [...ids].map((one) => ({ id: one, spelt: spelling(one) }));
  const exact =
    candidates.find(({ spelt }) => spelt === requested) ??
    candidates.find(({ spelt }) => name !== "" && afterNamespace(spelt) === name);
  if (exact !== undefined) return exact.id;
  const numbers = digitsOf(requested);
  const byName = !requested.includes("/");
  const known = new Map(
    candidates
      .filter(({ spelt }) => digitsOf(spelt) === numbers)
      .map((one) => [byName ? afterNamespace(one.spelt) : one.spelt, one.id]),
  );
  return known.get(closest(requested, known.keys(), MISTYPED_SHARE) ?? "");
};

/** A suggestion to append to the message about an unknown id: empty, or beginning with a space. */
export const didYouMean = (id: string, ids: Iterable<string>): string => {
  const near = nearModelId(id, ids);
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
};
