import type { ChatCall, Target } from "../spec";
import { quirksOf } from "./quirks";

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

/** Models that reason refuse to have their sampling changed. What else one of them can't do is a capability it lacks. */
export const unsupported = (call: ChatCall, target: Target): readonly (keyof ChatCall)[] =>
  takesSampling(call, target) ? [] : samplingFields(call);
