import { type Part, report } from "./part";

/** Reports what the schema's pattern can't express, because editors use it too. */
export const checkAddress = (part: Part<string> | undefined): void => {
  if (part !== undefined && !URL.canParse(part.raw)) report(part, "must be an http or https address");
};

/** The same for a base address. */
export const checkBaseAddress = (part: Part<string> | undefined): void => {
  checkAddress(part);
  if (part !== undefined && /[?#]/.test(part.raw))
    report(part, "must be without a query or fragment (? or #), since paths are added to it");
};
