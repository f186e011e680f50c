import { invalidField } from "@cenote/core";
import type { FieldRule } from "./unknown-fields";

/**
 * Refuses a field that would change what an answer is, costs or reveals: it must not be ignored silently.
 * @param isHarmless Accepts values that request only the default behaviour.
 */
export const refused =
  (name: string, advice: string, isHarmless: (value: unknown) => boolean = () => false): FieldRule =>
  (value) => {
    if (!isHarmless(value)) throw invalidField(name, advice);
    return false;
  };

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * The rule for OpenRouter's `provider`. Its data policies must be requested with `zdr`; the operator chooses the
 * providers, so its other members are ignored.
 */
export const providerRule =
  (advice: string): FieldRule =>
  (value, { zdr }) => {
    if (typeof value !== "object" || value === null) return true;
    const {
      zdr: wantsZdr,
      data_collection: collection,
      ...others
    } = value as { readonly zdr?: unknown; readonly data_collection?: unknown };
    if (zdr !== true && wantsZdr === true) throw invalidField("provider.zdr", advice);
    if (zdr !== true && collection === "deny") throw invalidField("provider.data_collection", advice);
    return Object.keys(others).length > 0;
  };
