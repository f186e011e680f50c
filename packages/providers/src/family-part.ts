import { ProviderError } from "./provider-error";
import type { ProviderFamily } from "./spec";

/** What a family does of a kind of call. Throws ProviderError `rejected` where it does none. @param what It then makes no. */
export const familyPart = <Part>(part: Part | undefined, family: ProviderFamily, what: string): Part => {
  if (part === undefined)
    throw new ProviderError({ kind: "rejected", message: `Providers of the kind ${family.kind} make no ${what}.` });
  return part;
};
