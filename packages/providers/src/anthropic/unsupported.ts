import { refusedPrefix } from "../requests/begun-answer";
import { forcesFunction } from "../requests/forces-function";
import { hasGrammar } from "../requests/grammars";
import { ALWAYS_REASONS } from "../requests/reasoning-effort";
import { namesSpeakers } from "../requests/speaker-names";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { lostVerbosity } from "../requests/verbosity";
import { type CallPlan, planCall } from "./plan";
import { LEAST_ROOM_TOKENS, isEffort } from "./thinking";
import type { Quirks } from "./quirks";

type Field = keyof ChatCall;

const isGiven = (number: number | undefined): boolean => number !== undefined && number !== 0;

/** The protocol has no word for them; values that change nothing are honoured all the same. */
const wordless = (call: ChatCall): Field[] => {
  const fields: [Field, boolean][] = [
    ["seed", call.seed !== undefined],
    ["presencePenalty", isGiven(call.presencePenalty)],
    ["frequencyPenalty", isGiven(call.frequencyPenalty)],
    ["logprobs", call.logprobs === true],
    ["topLogprobs", isGiven(call.topLogprobs)],
    ["logitBias", Object.keys(call.logitBias ?? {}).length > 0],
    ["stop", call.stop?.some((sequence) => !/\S/.test(sequence)) === true],
  ];
  return fields.flatMap(([field, cannot]) => (cannot ? [field] : []));
};

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

/** A schema in words is a wish. */
const isOnlyTold = ({ responseFormat }: ChatCall, { format }: CallPlan): boolean =>
  responseFormat?.type === "json_schema" && format.how === "words";

/**
 * What this model can't honour. A temperature above 1 is honoured as 1, an effort the model does not know as the
 * nearest below; an answer that has to start without thinking is no reason to refuse an effort.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const plan = planCall(call, target);
  const { quirks, sampling } = plan;
  return [
    ...refusedPrefix(call, quirks.assistantPrefix),
    ...unpairedTools(call.messages, "next_turn"),
    ...wordless(call),
    ...sampling.dropped,
    ...effortLacks(call, plan),
    ...(!quirks.forcedTools && forcesFunction(call) ? ["toolChoice" as const] : []),
    ...(namesSpeakers(call) ? ["messages.name" as const] : []),
    ...(isOnlyTold(call, plan) ? ["response_format.json_schema.strict" as const] : []),
    ...(hasGrammar(call) ? ["tools.format" as const] : []),
    ...lostVerbosity(call),
  ];
};
