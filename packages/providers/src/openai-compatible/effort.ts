import { forcesFunction } from "../requests/forces-function";
import { ALWAYS_REASONS, asksToReason, type EffortPlan, nearestEffort } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Quirks } from "./quirks";

const lacks = (why: string): UnsupportedField => ({ field: "reasoningEffort", why });
const NOT_WITH_TOOLS = lacks("does not reason where it is given functions.");
const NOT_WITH_FORCED_TOOLS = lacks("does not reason where it must call a function.");

/** What functions make of the effort, where they change it, and why one that asks to reason is not honoured. */
const toolsPlan = (call: ChatCall, { tools, forcedTools }: Quirks): Required<EffortPlan> | undefined => {
  if ((call.tools ?? []).length === 0) return undefined;
  if (tools === "without_reasoning") return { effort: undefined, lack: NOT_WITH_TOOLS };
  if (tools === "reasoning_off") return { effort: "none", lack: NOT_WITH_TOOLS };
  return forcedTools === "reasoning_off" && forcesFunction(call)
    ? { effort: "none", lack: NOT_WITH_FORCED_TOOLS }
    : undefined;
};

/** What functions leave of an effort; undefined where they leave it as it is. */
const besideTools = (call: ChatCall, quirks: Quirks): EffortPlan | undefined => {
  const plan = toolsPlan(call, quirks);
  if (plan === undefined || asksToReason(call.reasoningEffort)) return plan;
  const turnsOff = plan.effort === "none" && call.reasoningEffort === undefined;
  return turnsOff ? { effort: plan.effort, lack: "reasoning_effort.default" } : { effort: plan.effort };
};

/** What a call's effort comes to over this target. */
export const planEffort = (call: ChatCall, quirks: Quirks): EffortPlan => {
  const { reasoningEffort: asked, maxTokens = Infinity } = call;
  const given = besideTools(call, quirks);
  if (given !== undefined || asked === undefined) return given ?? { effort: undefined };
  if (asked === "none")
    return quirks.reasoningEfforts.includes(asked) ? { effort: asked } : { effort: undefined, lack: ALWAYS_REASONS };
  const least = quirks.reasoningFromMaxTokens;
  return maxTokens < least
    ? { effort: undefined, lack: lacks(`needs a max_tokens of ${least} or more to reason.`) }
    : { effort: nearestEffort(asked, quirks.reasoningEfforts) };
};
