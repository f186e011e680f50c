import { invalidField } from "@cenote/core";
import type { FieldRule } from "./unknown-fields";

/**
 * Fields that change what an answer is, costs or reveals; they must not be dropped silently.
 * @param isHarmless Values that ask for nothing but what everybody gets.
 */
export const refused =
  (name: string, advice: string, isHarmless: (value: unknown) => boolean = () => false): FieldRule =>
  (value) => {
    if (!isHarmless(value)) throw invalidField(name, advice);
    return false;
  };

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * OpenRouter's choice of providers. Its data policies have a field of their own here; the rest is the operator's
 * choice.
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
