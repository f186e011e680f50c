import { ALWAYS_REASONS, asksToReason, type EffortPlan, nearestEffort } from "../requests/reasoning-effort";
import type { ChatCall } from "../spec";
import type { Quirks } from "./quirks";

export const canReason = ({ reasoningEfforts }: Quirks): boolean => reasoningEfforts.some(asksToReason);

/** The effort that is requested of this target. */
export const planEffort = ({ reasoningEffort: asked }: ChatCall, quirks: Quirks): EffortPlan => {
  if (asked === undefined) return { effort: undefined };
  if (!canReason(quirks))
    return asked === "none" ? { effort: undefined } : { effort: undefined, unsupportedEffort: "reasoningEffort" };
  if (asked !== "none") return { effort: nearestEffort(asked, quirks.reasoningEfforts) };
  return quirks.reasoningEfforts.includes(asked)
    ? { effort: asked }
    : { effort: undefined, unsupportedEffort: ALWAYS_REASONS };
};
