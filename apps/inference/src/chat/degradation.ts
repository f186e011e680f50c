import type { ChatCall } from "@cenote/providers";

/** One field of a class weighs more than all fields of the class before it together. */
const WEIGHT = { none: 0, hint: 1, answer: 100, call: 10_000 } as const;

/** What dropping a field changes, by its REST name. All other fields change the `answer`. */
const WEIGHTS: Readonly<Partial<Record<string, keyof typeof WEIGHT>>> = {
  "messages.name": "none",
  user: "none",
  "reasoning.summary": "none",
  temperature: "hint",
  top_p: "hint",
  seed: "hint",
  presence_penalty: "hint",
  frequency_penalty: "hint",
  parallel_tool_calls: "hint",
  "reasoning_effort.level": "hint",
  "reasoning_effort.default": "hint",
  verbosity: "hint",
  tools: "call",
  response_format: "call",
};

const weightOf = (field: string, { toolChoice }: ChatCall): keyof typeof WEIGHT => {
  if (field !== "tool_choice") return WEIGHTS[field] ?? "answer";
  return toolChoice?.mode === "required" || toolChoice?.mode === "function" ? "call" : "none";
};

/**
 * How much a call is degraded if these fields are dropped. Without its functions, the function that must be called or its
 * response format, it is a different call. Without an effort, a stop or a grammar, the answer differs. Other fields are
 * hints to the model. 0 if nothing is dropped, or only fields that change nothing. Pure.
 */
export const degradationOf = (call: ChatCall, droppedFields: readonly string[]): number =>
  droppedFields.reduce((sum, field) => sum + WEIGHT[weightOf(field, call)], 0);
