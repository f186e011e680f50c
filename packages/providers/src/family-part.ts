import { ProviderError } from "./provider-error";
import type { ProviderFamily } from "./spec";

/**
 * The part of a family that makes one kind of call. Throws ProviderError `rejected` if it has none.
 * @param what The kind, as the message says it: `chat`, `video`.
 */
export const familyPart = <Part>(part: Part | undefined, family: ProviderFamily, what: string): Part => {
  if (part === undefined)
    throw new ProviderError({ kind: "rejected", message: `Providers of the kind ${family.kind} make no ${what}.` });
  return part;
};
