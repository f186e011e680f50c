import { askedOf } from "../requests/asked-settings";
import { droppedGrammar, droppedNames, droppedVerbosity } from "../requests/dropped-fields";
import { isTaken, droppedSummary, otherLevel } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { canReason, planEffort } from "./effort";
import { quirksOf } from "./quirks";

/** The API refuses a call with less: "integer below minimum value". */
export const LEAST_MAX_OUTPUT_TOKENS = 16;

/** Fields that the protocol does not have. */
const WORDLESS = ["stop", "seed", "presencePenalty", "frequencyPenalty", "logitBias"] as const;

const SAMPLING = ["temperature", "topP", "logprobs", "topLogprobs"] as const;

/**
 * A bound that is too small for the API could only be raised or dropped, and the caller would pay for more than requested.
 * So the call needs another route. `toRequest` raises a bound that is so small only because of our own limits.
 */
const TOO_FEW_TOKENS: UnsupportedField = {
  field: "maxTokens",
  why: `takes a max_tokens of ${LEAST_MAX_OUTPUT_TOKENS} or more the way it is reached here.`,
  vital: true,
};

/** Fields that this target can't honour. `user` is not among them, since it does not change the answer. */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const quirks = quirksOf(target);
  const { effort, unsupportedEffort } = planEffort(call, quirks);
  return [
    ...unpairedTools(call.messages, "anywhere"),
    ...askedOf(call, WORDLESS),
    ...(isTaken(quirks.sampling, effort) ? [] : askedOf(call, SAMPLING)),
    ...(unsupportedEffort === undefined ? otherLevel(call, effort) : [unsupportedEffort]),
    ...(call.maxTokens !== undefined && call.maxTokens < LEAST_MAX_OUTPUT_TOKENS ? [TOO_FEW_TOKENS] : []),
    ...droppedNames(call),
    ...(quirks.customTools ? [] : droppedGrammar(call)),
    ...(quirks.reasoningSummary && canReason(quirks) ? [] : droppedSummary(call, effort)),
    ...(quirks.verbosity ? [] : droppedVerbosity(call)),
  ];
};
