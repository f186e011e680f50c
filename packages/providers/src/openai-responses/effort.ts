import { asksToReason, nearestEffort } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Quirks } from "./quirks";

/** How much a target is asked to reason, and why that is not what the caller asked for. */
interface EffortPlan {
  /** Undefined: nothing is said of it. */
  readonly effort: string | undefined;
  readonly lack?: UnsupportedField;
}

const ALWAYS_REASONS: UnsupportedField = { field: "reasoningEffort", why: "can't be kept from reasoning." };

export const canReason = ({ reasoningEfforts }: Quirks): boolean => reasoningEfforts.some(asksToReason);

/** What a call's effort comes to over this target. */
export const planEffort = ({ reasoningEffort: asked }: ChatCall, quirks: Quirks): EffortPlan => {
  if (asked === undefined) return { effort: undefined };
  if (!canReason(quirks))
    return asked === "none" ? { effort: undefined } : { effort: undefined, lack: "reasoningEffort" };
  if (asked !== "none") return { effort: nearestEffort(asked, quirks.reasoningEfforts) };
  return quirks.reasoningEfforts.includes(asked) ? { effort: asked } : { effort: undefined, lack: ALWAYS_REASONS };
};
