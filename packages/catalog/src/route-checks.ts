import type { Part } from "./part";
import type { ImageEdits, Provider, Route } from "./types";

/** A route with what its calls know of its provider. */
export type CheckedRoute = Pick<Provider, "baseUrl" | "quirks"> & Pick<Route, "provider" | "model">;

/** What only the families of providers know of routes, by the kind of their provider. */
export interface RouteChecks {
  /** Says what is wrong with quirks, one text each that begins with the quirk's name. */
  checkQuirks(kind: string, quirks: Readonly<Record<string, unknown>>): readonly string[];
  /** Whether a video may begin with an image there. Also true for a kind of which nothing is known. */
  takesFirstFrame(kind: string, route: CheckedRoute): boolean;
  /** What an edit of images may give there; undefined: none are edited. All for a kind of which nothing is known. */
  edits(kind: string, route: CheckedRoute): Pick<ImageEdits, "mask"> | undefined;
}

/** Takes everything as it is. */
export const UNCHECKED: RouteChecks = {
  checkQuirks: () => [],
  takesFirstFrame: () => true,
  edits: () => ({ mask: true }),
};

/** @param part A provider or a route. @param kind Undefined if that is itself a mistake. */
export const reportQuirks = (
  { raw, path, source }: Part<{ readonly quirks?: Readonly<Record<string, unknown>> }>,
  kind: string | undefined,
  { checkQuirks }: Pick<RouteChecks, "checkQuirks">,
): void => {
  if (kind === undefined || raw.quirks === undefined) return;
  for (const mistake of checkQuirks(kind, raw.quirks)) source.report([...path, "quirks"], mistake);
};
