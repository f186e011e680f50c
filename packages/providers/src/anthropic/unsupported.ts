import { askedOf } from "../requests/asked-settings";
import { refusedPrefix } from "../requests/assistant-prefill";
import { forcesFunction } from "../requests/forces-function";
import { droppedGrammar, droppedNames, droppedVerbosity } from "../requests/dropped-fields";
import { ALWAYS_REASONS } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { type CallPlan, planCall } from "./plan";
import { LEAST_ROOM_TOKENS, isEffort } from "./thinking";
import type { Quirks } from "./quirks";

/** Fields that the protocol does not have. */
const WORDLESS = ["seed", "presencePenalty", "frequencyPenalty", "logprobs", "topLogprobs", "logitBias"] as const;

const hasBlankStop = ({ stop = [] }: ChatCall): boolean => stop.some((sequence) => !/\S/.test(sequence));

const cannotReason = (effort: string | undefined, quirks: Quirks): boolean => {
  if (effort === undefined) return false;
  if (effort === "none") return quirks.thinkingOff === "never";
  return quirks.thinking === "none" || !isEffort(effort);
};

const hasNoRoom = ({ reasoningEffort }: ChatCall, { quirks, maxTokens }: CallPlan): boolean =>
  reasoningEffort !== undefined &&
  reasoningEffort !== "none" &&
  quirks.thinking === "budget" &&
  maxTokens < LEAST_ROOM_TOKENS;

const effortLacks = (call: ChatCall, plan: CallPlan): UnsupportedField[] => {
  const { reasoningEffort } = call;
  if (cannotReason(reasoningEffort, plan.quirks))
    return [reasoningEffort === "none" ? ALWAYS_REASONS : "reasoningEffort"];
  return hasNoRoom(call, plan)
    ? [{ field: "reasoningEffort", why: `needs a max_tokens of ${LEAST_ROOM_TOKENS} or more to reason.` }]
    : [];
};

/** Whether the schema is only text, and so is not enforced. */
const isOnlyTold = ({ responseFormat }: ChatCall, { format }: CallPlan): boolean =>
  responseFormat?.type === "json_schema" && format.how === "words";

/**
 * Fields that this model can't honour. A temperature above 1 is honoured as 1, and an unknown effort as the nearest lower
 * one. An effort is not refused because an answer has to start without thinking.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const plan = planCall(call, target);
  const { quirks, sampling } = plan;
  return [
    ...refusedPrefix(call, quirks.assistantPrefix),
    ...unpairedTools(call.messages, "next_turn"),
    ...askedOf(call, WORDLESS),
    ...(hasBlankStop(call) ? ["stop" as const] : []),
    ...sampling.dropped,
    ...effortLacks(call, plan),
    ...(!quirks.forcedTools && forcesFunction(call) ? ["toolChoice" as const] : []),
    ...droppedNames(call),
    ...(isOnlyTold(call, plan) ? ["response_format.json_schema.strict" as const] : []),
    ...droppedGrammar(call),
    ...droppedVerbosity(call),
  ];
};
