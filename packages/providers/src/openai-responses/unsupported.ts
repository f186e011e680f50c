import { hasGrammar } from "../requests/grammars";
import { isTaken, lostSummary, otherLevel } from "../requests/reasoning-effort";
import { namesSpeakers } from "../requests/speaker-names";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { lostVerbosity } from "../requests/verbosity";
import { canReason, planEffort } from "./effort";
import { type Quirks, quirksOf } from "./quirks";

type Field = keyof ChatCall;

/** With less the API refuses the call: "integer below minimum value". */
export const LEAST_MAX_OUTPUT_TOKENS = 16;

const fieldsOf = (fields: readonly (readonly [Field, boolean])[]): Field[] =>
  fields.flatMap(([field, cannot]) => (cannot ? [field] : []));

const isGiven = (number: number | undefined): boolean => number !== undefined && number !== 0;

/** The protocol has no word for them; values that change nothing are honoured all the same. */
const wordless = (call: ChatCall): Field[] =>
  fieldsOf([
    ["stop", (call.stop ?? []).length > 0],
    ["seed", call.seed !== undefined],
    ["presencePenalty", isGiven(call.presencePenalty)],
    ["frequencyPenalty", isGiven(call.frequencyPenalty)],
    ["logitBias", Object.keys(call.logitBias ?? {}).length > 0],
  ]);

const samplingFields = (call: ChatCall): Field[] =>
  fieldsOf([
    ["temperature", call.temperature !== undefined && call.temperature !== 1],
    ["topP", call.topP !== undefined && call.topP !== 1],
    ["logprobs", call.logprobs === true],
    ["topLogprobs", isGiven(call.topLogprobs)],
  ]);

/** Whether the target takes the fields of sampling in this call. */
export const takesSampling = (call: ChatCall, quirks: Quirks): boolean =>
  isTaken(quirks.sampling, planEffort(call, quirks).effort);

/**
 * A bound too small for the API could only be raised or left out, and the caller would pay for more than was asked for.
 * So another route is to take the call, or none. A bound that only our own limits made so small is raised by
 * `toRequest`.
 */
const TOO_FEW_TOKENS: UnsupportedField = {
  field: "maxTokens",
  why: `takes a max_tokens of ${LEAST_MAX_OUTPUT_TOKENS} or more the way it is reached here.`,
  vital: true,
};

/** What this target can't honour. `user` tells the provider who asks and changes no answer. */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const quirks = quirksOf(target);
  const { effort, lack } = planEffort(call, quirks);
  return [
    ...unpairedTools(call.messages, "anywhere"),
    ...wordless(call),
    ...(takesSampling(call, quirks) ? [] : samplingFields(call)),
    ...(lack === undefined ? otherLevel(call, effort) : [lack]),
    ...(call.maxTokens !== undefined && call.maxTokens < LEAST_MAX_OUTPUT_TOKENS ? [TOO_FEW_TOKENS] : []),
    ...(namesSpeakers(call) ? ["messages.name" as const] : []),
    ...(!quirks.customTools && hasGrammar(call) ? ["tools.format" as const] : []),
    ...(quirks.reasoningSummary && canReason(quirks) ? [] : lostSummary(call, effort)),
    ...(quirks.verbosity ? [] : lostVerbosity(call)),
  ];
};
