import type { KeyLimits } from "@cenote/contracts";
import { LIMIT_NAMES } from "../limit-settings";

const entriesOf = (limits: KeyLimits | undefined) =>
  Object.entries(LIMIT_NAMES).map(([word, name]) => [word, limits?.[name] ?? null] as const);

/** An entity's own limits: null for those not set. */
export const limitsJson = (limits: KeyLimits | undefined): Readonly<Record<string, number | null>> =>
  Object.fromEntries(entriesOf(limits));

export const formatLimits = (limits: KeyLimits | undefined): string => {
  const set = entriesOf(limits).filter(([, limit]) => limit !== null);
  return set.length === 0 ? "default" : set.map(([word, limit]) => `${word}=${limit}`).join(" ");
};
