import { ProviderError } from "./provider-error";
import type { ProviderFamily } from "./spec";

/**
 * The part of a family for one kind of call. Throws ProviderError `rejected` if the family has no such part.
 * @param what The kind of call, for the message: `chat`, `video`.
 */
export const familyPart = <Part>(part: Part | undefined, family: ProviderFamily, what: string): Part => {
  if (part === undefined)
    throw new ProviderError({ kind: "rejected", message: `Providers of the kind ${family.kind} make no ${what}.` });
  return part;
};
