import type { Part } from "./part";
import type { ImageEdits, Provider, Route } from "./types";

/** A route with the parts of its provider that matter to its calls. */
export type CheckedRoute = Pick<Provider, "baseUrl" | "quirks"> & Pick<Route, "provider" | "model">;

/** Checks of routes that only the provider families can make, by the provider's kind. */
export interface RouteChecks {
  /** Returns one message per faulty quirk, which begins with the quirk's name. */
  checkQuirks(kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[];
  /** Whether the route accepts a first frame. True for an unknown kind. */
  takesFirstFrame(kind: string, route: CheckedRoute): boolean;
  /** What the route accepts in an edit of images; undefined if it makes no edits. Everything for an unknown kind. */
  edits(kind: string, route: CheckedRoute): Pick<ImageEdits, "mask"> | undefined;
}

/** Accepts everything. */
export const UNCHECKED: RouteChecks = {
  checkQuirks: () => [],
  takesFirstFrame: () => true,
  edits: () => ({ mask: true }),
};

/** @param part A provider or a route. @param kind Undefined if the kind itself is a mistake. */
export const reportQuirks = (
  { raw, path, source }: Part<{ readonly quirks?: Readonly<Record<string, unknown>> }>,
  kind: string | undefined,
  { checkQuirks }: Pick<RouteChecks, "checkQuirks">,
): void => {
  if (kind === undefined || raw.quirks === undefined) return;
  for (const mistake of checkQuirks(kind, raw.quirks)) source.report([...path, "quirks"], mistake);
};
