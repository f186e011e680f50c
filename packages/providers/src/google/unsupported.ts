import { refusedPrefix } from "../requests/begun-answer";
import { forcesFunction } from "../requests/forces-function";
import { hasGrammar } from "../requests/grammars";
import { imageUrls } from "../requests/image-urls";
import { ALWAYS_REASONS } from "../requests/reasoning-effort";
import { namesSpeakers } from "../requests/speaker-names";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { lostVerbosity } from "../requests/verbosity";
import { wantsJson } from "../requests/wants-json";
import { type Quirks, quirksOf } from "./quirks";
import { canThink } from "./thinking";

const offersTools = ({ tools, toolChoice }: ChatCall): boolean =>
  tools !== undefined && tools.length > 0 && toolChoice?.mode !== "none";

/** A JSON answer and functions exclude each other with older models, and with any where a function must be called. */
const jsonExcluded = (call: ChatCall, quirks: Quirks): boolean =>
  wantsJson(call) && offersTools(call) && (!quirks.jsonWithTools || forcesFunction(call));

/** To ask for it is to ask for nothing. */
const DEFAULT = 1;

const hasBias = ({ logitBias }: ChatCall): boolean =>
  logitBias !== undefined && Object.values(logitBias).some((bias) => bias !== 0);

/**
 * With more the API refuses the call: ai.google.dev/api/generate-content#generationconfig, and
 * https://github.com/BerriAI/litellm/issues/18921.
 */
const MOST_STOP_SEQUENCES = 5;

const WHY: Readonly<Partial<Record<keyof ChatCall, string>>> = {
  stop: `takes at most ${MOST_STOP_SEQUENCES} stop sequences.`,
  responseFormat: "does not support a JSON format together with functions.",
};

const unsupportedBy = (call: ChatCall, quirks: Quirks): Readonly<Partial<Record<keyof ChatCall, boolean>>> => ({
  messages: !quirks.imageUrls && imageUrls(call).length > 0,
  stop: (call.stop ?? []).length > MOST_STOP_SEQUENCES,
  responseFormat: jsonExcluded(call, quirks),
  // There is no switch. To read the first call alone would hide calls that are paid for and that the model believes it
  // made.
  parallelToolCalls: call.parallelToolCalls === false && offersTools(call),
  temperature: (call.temperature ?? DEFAULT) !== DEFAULT && !quirks.sampling,
  topP: (call.topP ?? DEFAULT) !== DEFAULT && !quirks.sampling,
  presencePenalty: (call.presencePenalty ?? 0) !== 0 && !quirks.penalties,
  frequencyPenalty: (call.frequencyPenalty ?? 0) !== 0 && !quirks.penalties,
  reasoningEffort: call.reasoningEffort !== undefined && !canThink(call.reasoningEffort, quirks),
  logprobs: call.logprobs === true && !quirks.logprobs,
  topLogprobs: (call.topLogprobs ?? 0) > 0 && !quirks.logprobs,
  logitBias: hasBias(call),
});

const fieldsNotHonoured = (call: ChatCall, target: Target): readonly (keyof ChatCall)[] =>
  Object.entries(unsupportedBy(call, quirksOf(target)))
    .filter(([, lacks]) => lacks)
    .map(([field]) => field as keyof ChatCall);

const asUnsupported = (field: keyof ChatCall, call: ChatCall): UnsupportedField => {
  if (field === "reasoningEffort" && call.reasoningEffort === "none") return ALWAYS_REASONS;
  const why = WHY[field];
  return why === undefined ? field : { field, why };
};

/**
 * Fields that Gemini, or this model of it, can't honour. `user` is not among them, nor is a format in a call that must
 * be answered with a function call: neither changes the answer.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => [
  ...fieldsNotHonoured(call, target)
    .filter((field) => field !== "responseFormat" || !forcesFunction(call))
    .map((field) => asUnsupported(field, call)),
  ...unpairedTools(call.messages, "all_or_none"),
  ...refusedPrefix(call, quirksOf(target).assistantPrefix),
  ...(namesSpeakers(call) ? ["messages.name" as const] : []),
  ...(hasGrammar(call) ? ["tools.format" as const] : []),
  ...lostVerbosity(call),
];

/** The call without what can't be honoured. Messages stay as they are. */
export const withoutUnsupported = (call: ChatCall, target: Target): ChatCall => {
  const fields = fieldsNotHonoured(call, target);
  return fields.length === 0
    ? call
    : (Object.fromEntries(
        Object.entries(call).filter(([field]) => field === "messages" || !fields.includes(field as keyof ChatCall)),
      ) as unknown as ChatCall);
};
