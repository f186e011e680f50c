import { REASONING_EFFORTS } from "@cenote/core";
import type { ChatCall, UnsupportedField } from "../spec";

/** How much a target is asked to reason, and why that is not what the caller asked for. */
export interface EffortPlan {
  /** Undefined: nothing is said of it. */
  readonly effort: string | undefined;
  readonly lack?: UnsupportedField;
}

export const ALWAYS_REASONS: UnsupportedField = { field: "reasoningEffort", why: "can't be kept from reasoning." };

/**
 * In which calls a target takes something: in all, in those that ask for no reasoning, in those that turn it off, or in
 * none.
 */
export const WHEN = ["always", "without_reasoning", "reasoning_off", "never"] as const;
export type When = (typeof WHEN)[number];

/** Whether an effort asks for reasoning. */
export const asksToReason = (effort: string | undefined): boolean => effort !== undefined && effort !== "none";

/** Whether a target takes in a call with this effort what it takes only then. @param effort As the target is asked. */
export const isTaken = (when: When, effort: string | undefined): boolean =>
  when === "always" ||
  (when === "without_reasoning" && !asksToReason(effort)) ||
  (when === "reasoning_off" && effort === "none");

/** Of a target that does not tell its reasoning in words. @param effort As the target is asked. */
export const lostSummary = (
  { reasoningSummary = false }: ChatCall,
  effort: string | undefined,
): readonly "reasoning.summary"[] => (reasoningSummary && effort !== "none" ? ["reasoning.summary"] : []);

const isAboveHigh = (effort: string): boolean => effort === "xhigh" || effort === "max";

/**
 * Whether a target reasons less than its caller wants, who asked for more than `high`. That a lower level is not to be
 * had exactly is no reason to prefer another target. @param effort As the target is asked.
 */
export const otherLevel = (
  { reasoningEffort = "none" }: ChatCall,
  effort: string | undefined,
): readonly "reasoning_effort.level"[] =>
  isAboveHigh(reasoningEffort) && asksToReason(effort) && effort !== reasoningEffort ? ["reasoning_effort.level"] : [];

/**
 * The effort itself, else the nearest below that the target knows, else its lowest. Words that nobody knows are the
 * provider's to judge.
 */
export const nearestEffort = (effort: string, known: readonly string[]): string => {
  const place = REASONING_EFFORTS.findIndex((one) => one === effort);
  if (place === -1 || known.includes(effort)) return effort;
  const levels = REASONING_EFFORTS.filter((one) => one !== "none" && known.includes(one));
  return levels.findLast((one) => REASONING_EFFORTS.indexOf(one) < place) ?? levels[0] ?? effort;
};
