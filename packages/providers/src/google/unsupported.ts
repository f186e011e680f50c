import { asksFor } from "../requests/asked-settings";
import { refusedPrefix } from "../requests/assistant-prefill";
import { forcesFunction } from "../requests/forces-function";
import { imageUrls, ONLY_DATA_URLS } from "../requests/image-urls";
import { droppedGrammar, droppedNames, droppedVerbosity } from "../requests/dropped-fields";
import { mayCallFunction } from "../requests/may-call-function";
import { ALWAYS_REASONS } from "../requests/reasoning-effort";
import type { ChatCall, ChatSetting, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { wantsJson } from "../requests/wants-json";
import { withoutFields } from "../requests/without-fields";
import { type Quirks, quirksOf } from "./quirks";
import { canThink } from "./thinking";

/** Older models can't combine a JSON format with functions, and no model can if it must call a function. */
const jsonExcluded = (call: ChatCall, quirks: Quirks): boolean =>
  wantsJson(call) && mayCallFunction(call) && (!quirks.jsonWithTools || forcesFunction(call));

/**
 * The API refuses a call with more: ai.google.dev/api/generate-content#generationconfig, and
 * https://github.com/BerriAI/litellm/issues/18921.
 */
const MOST_STOP_SEQUENCES = 5;

const WHY: Readonly<Partial<Record<ChatSetting, string>>> = {
  stop: `takes at most ${MOST_STOP_SEQUENCES} stop sequences.`,
  responseFormat: "does not support a JSON format together with functions.",
};

const unsupportedBy = (call: ChatCall, quirks: Quirks): Readonly<Partial<Record<ChatSetting, boolean>>> => ({
  stop: (call.stop ?? []).length > MOST_STOP_SEQUENCES,
  responseFormat: jsonExcluded(call, quirks),
  // The API has no such setting. Dropping all calls but the first would hide calls that are charged and that the model
  // remembers.
  parallelToolCalls: asksFor(call, "parallelToolCalls"),
  temperature: asksFor(call, "temperature") && !quirks.sampling,
  topP: asksFor(call, "topP") && !quirks.sampling,
  presencePenalty: asksFor(call, "presencePenalty") && !quirks.penalties,
  frequencyPenalty: asksFor(call, "frequencyPenalty") && !quirks.penalties,
  reasoningEffort: call.reasoningEffort !== undefined && !canThink(call.reasoningEffort, quirks),
  logprobs: asksFor(call, "logprobs") && !quirks.logprobs,
  topLogprobs: asksFor(call, "topLogprobs") && !quirks.logprobs,
  logitBias: asksFor(call, "logitBias"),
});

const fieldsNotHonoured = (call: ChatCall, quirks: Quirks): readonly ChatSetting[] =>
  Object.entries(unsupportedBy(call, quirks))
    .filter(([, lacks]) => lacks)
    .map(([field]) => field as ChatSetting);

const asUnsupported = (field: ChatSetting, call: ChatCall): UnsupportedField => {
  if (field === "reasoningEffort" && call.reasoningEffort === "none") return ALWAYS_REASONS;
  const why = WHY[field];
  return why === undefined ? field : { field, why };
};

/**
 * Fields that Gemini, or this model, can't honour. `user` and the format of a call that must be answered with a function
 * call are never listed, since neither changes the answer.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const quirks = quirksOf(target);
  return [
    ...(!quirks.imageUrls && imageUrls(call).length > 0 ? [ONLY_DATA_URLS] : []),
    ...fieldsNotHonoured(call, quirks)
      .filter((field) => field !== "responseFormat" || !forcesFunction(call))
      .map((field) => asUnsupported(field, call)),
    ...unpairedTools(call.messages, "all_or_none"),
    ...refusedPrefix(call, quirks.assistantPrefix),
    ...droppedNames(call),
    ...droppedGrammar(call),
    ...droppedVerbosity(call),
  ];
};

/** The call without the fields that can't be honoured. Messages are unchanged. */
export const withoutUnsupported = (call: ChatCall, quirks: Quirks): ChatCall =>
  withoutFields(call, fieldsNotHonoured(call, quirks));
