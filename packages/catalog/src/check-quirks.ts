import { type Part, report } from "./part";

/**
 * Says what is wrong with quirks for a kind of provider, which only the families of providers know: one text each that
 * begins with the quirk's name.
 */
export type CheckQuirks = (kind: string, quirks: Readonly<Record<string, unknown>>) => readonly string[];

/** @param part A provider or a route. @param kind Undefined if that is itself a mistake. */
export const reportQuirks = (
  { raw, path, source }: Part<{ readonly quirks?: Readonly<Record<string, unknown>> }>,
  kind: string | undefined,
  checkQuirks: CheckQuirks,
): void => {
  if (kind === undefined || raw.quirks === undefined) return;
  for (const mistake of checkQuirks(kind, raw.quirks)) report({ raw, path: [...path, "quirks"], source }, mistake);
};
