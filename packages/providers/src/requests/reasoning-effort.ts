import { REASONING_EFFORTS } from "@cenote/core";
import type { ChatCall, UnsupportedField } from "../spec";

/** The reasoning effort that is requested of a target, and why it may differ from the caller's. */
export interface EffortPlan {
  /** Undefined if the request has no effort. */
  readonly effort: string | undefined;
  readonly unsupportedEffort?: UnsupportedField;
}

export const ALWAYS_REASONS: UnsupportedField = { field: "reasoningEffort", why: "can't be kept from reasoning." };

/**
 * The calls in which a target supports a setting: all, those that do not ask for reasoning, those that turn it off, or
 * none.
 */
export const WHEN = ["always", "without_reasoning", "reasoning_off", "never"] as const;
export type When = (typeof WHEN)[number];

/** Whether an effort asks for reasoning. */
export const asksToReason = (effort: string | undefined): boolean => effort !== undefined && effort !== "none";

/** Whether a target supports such a setting in a call with this effort. @param effort The one that is requested. */
export const isTaken = (when: When, effort: string | undefined): boolean =>
  when === "always" ||
  (when === "without_reasoning" && !asksToReason(effort)) ||
  (when === "reasoning_off" && effort === "none");

/** For a target that does not return its reasoning as text. @param effort The one that is requested. */
export const droppedSummary = (
  { reasoningSummary = false }: ChatCall,
  effort: string | undefined,
): readonly "reasoning.summary"[] => (reasoningSummary && effort !== "none" ? ["reasoning.summary"] : []);

const isAboveHigh = (effort: string): boolean => effort === "xhigh" || effort === "max";

/**
 * `reasoning_effort.level`, if the caller asks for an effort above `high` and the target gets another one. Deviations
 * below that are no reason to prefer another target. @param effort The one that is requested.
 */
export const otherLevel = (
  { reasoningEffort = "none" }: ChatCall,
  effort: string | undefined,
): readonly "reasoning_effort.level"[] =>
  isAboveHigh(reasoningEffort) && asksToReason(effort) && effort !== reasoningEffort ? ["reasoning_effort.level"] : [];

/**
 * The effort itself, else the nearest lower one that the target knows, else its lowest. An unknown effort is passed on for
 * the provider to judge.
 */
export const nearestEffort = (effort: string, known: readonly string[]): string => {
  const place = REASONING_EFFORTS.findIndex((one) => one === effort);
  if (place === -1 || known.includes(effort)) return effort;
  const levels = REASONING_EFFORTS.filter((one) => one !== "none" && known.includes(one));
  return levels.findLast((one) => REASONING_EFFORTS.indexOf(one) < place) ?? levels[0] ?? effort;
};
