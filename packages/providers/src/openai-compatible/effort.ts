import { forcesFunction } from "../requests/forces-function";
import { ALWAYS_REASONS, asksToReason, type EffortPlan, nearestEffort } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Quirks } from "./quirks";

const effortUnsupported = (why: string): UnsupportedField => ({ field: "reasoningEffort", why });
const NOT_WITH_TOOLS = effortUnsupported("does not reason where it is given functions.");
const NOT_WITH_FORCED_TOOLS = effortUnsupported("does not reason where it must call a function.");

/** The effort of a call with functions, if they change it, and the reason for a caller whose effort is not honoured. */
const toolsPlan = (call: ChatCall, { tools, forcedTools }: Quirks): Required<EffortPlan> | undefined => {
  if ((call.tools ?? []).length === 0) return undefined;
  if (tools === "without_reasoning") return { effort: undefined, unsupportedEffort: NOT_WITH_TOOLS };
  if (tools === "reasoning_off") return { effort: "none", unsupportedEffort: NOT_WITH_TOOLS };
  return forcedTools === "reasoning_off" && forcesFunction(call)
    ? { effort: "none", unsupportedEffort: NOT_WITH_FORCED_TOOLS }
    : undefined;
};

/** The effort of a call with functions; undefined if functions do not change it. */
const besideTools = (call: ChatCall, quirks: Quirks): EffortPlan | undefined => {
  const plan = toolsPlan(call, quirks);
  if (plan === undefined || asksToReason(call.reasoningEffort)) return plan;
  const turnsOff = plan.effort === "none" && call.reasoningEffort === undefined;
  return turnsOff ? { effort: plan.effort, unsupportedEffort: "reasoning_effort.default" } : { effort: plan.effort };
};

/** The effort that is requested of this target. */
export const planEffort = (call: ChatCall, quirks: Quirks): EffortPlan => {
  const { reasoningEffort: asked, maxTokens = Infinity } = call;
  const given = besideTools(call, quirks);
  if (given !== undefined || asked === undefined) return given ?? { effort: undefined };
  if (asked === "none")
    return quirks.reasoningEfforts.includes(asked)
      ? { effort: asked }
      : { effort: undefined, unsupportedEffort: ALWAYS_REASONS };
  const least = quirks.reasoningFromMaxTokens;
  return maxTokens < least
    ? { effort: undefined, unsupportedEffort: effortUnsupported(`needs a max_tokens of ${least} or more to reason.`) }
    : { effort: nearestEffort(asked, quirks.reasoningEfforts) };
};
