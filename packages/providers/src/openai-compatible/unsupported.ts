import { namesSpeakers } from "../speaker-names";
import type { ChatCall, Target, UnsupportedField } from "../spec";
import { LACKABLE_FIELDS, quirksOf } from "./quirks";

const isReasoning = ({ reasoningEffort }: ChatCall): boolean => reasoningEffort !== undefined && reasoningEffort !== "none";

/** Fields whose value asks for nothing but the default change nothing where they are left out. */
const samplingFields = (call: ChatCall): (keyof ChatCall)[] => {
  const fields: (keyof ChatCall)[] = [];
  if (call.temperature !== undefined && call.temperature !== 1) fields.push("temperature");
  if (call.topP !== undefined && call.topP !== 1) fields.push("topP");
  if (call.presencePenalty) fields.push("presencePenalty");
  if (call.frequencyPenalty) fields.push("frequencyPenalty");
  if (call.logprobs === true) fields.push("logprobs");
  if (call.topLogprobs) fields.push("topLogprobs");
  return fields;
};

/** Whether the target takes the fields of sampling in this call. */
export const takesSampling = (call: ChatCall, target: Target): boolean => {
  const { sampling } = quirksOf(target);
  return sampling === "always" || (sampling === "without_reasoning" && !isReasoning(call));
};

/** A penalty of 0 and an empty list ask for nothing. */
const asksFor = (call: ChatCall, field: keyof ChatCall): boolean => {
  const value = call[field];
  return value !== undefined && (value !== 0 || field === "seed") && !(Array.isArray(value) && value.length === 0);
};

const lackedFields = (call: ChatCall, target: Target): (keyof ChatCall)[] =>
  quirksOf(target).lacks.map((name) => LACKABLE_FIELDS[name]).filter((field) => asksFor(call, field));

/** The call without the fields that the target's `lacks` names. */
export const withoutLacked = (call: ChatCall, target: Target): ChatCall => {
  const { lacks } = quirksOf(target);
  if (lacks.length === 0) return call;
  const lacked = new Set<string>(lacks.map((name) => LACKABLE_FIELDS[name]));
  return { ...Object.fromEntries(Object.entries(call).filter(([field]) => !lacked.has(field))), messages: call.messages };
};

/** Whether an answer leaves no room for the effort it is asked for. */
export const lacksRoomToReason = (call: ChatCall, target: Target): boolean =>
  isReasoning(call) && call.maxTokens !== undefined && call.maxTokens < quirksOf(target).reasoningFromMaxTokens;

const effortLacks = (call: ChatCall, target: Target): UnsupportedField[] =>
  lacksRoomToReason(call, target) ? [{ field: "reasoningEffort", why: `needs a max_tokens of ${quirksOf(target).reasoningFromMaxTokens} or more to reason.` }] : [];

/**
 * Models that reason refuse to have their sampling changed; some fields a provider has none of. What else a model can't do
 * is a capability it lacks. `user` tells the provider who asks and changes no answer: it is left out without a word.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const lacked = lackedFields(call, target).filter((field) => field !== "user");
  const fields = takesSampling(call, target) ? lacked : [...new Set([...samplingFields(call), ...lacked])];
  const unnamed = !quirksOf(target).messageNames && namesSpeakers(call) ? ["messages.name" as const] : [];
  return [...fields, ...effortLacks(call, target), ...unnamed];
};
