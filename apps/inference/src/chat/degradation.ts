import type { ChatCall } from "@cenote/providers";

/** Each weighs more than all fields of the one before it together. */
const WEIGHT = { none: 0, hint: 1, answer: 100, call: 10_000 } as const;

/** Fields by what their loss changes, as REST names them; all others change the `answer`. */
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
 * How much a call loses with these fields: without its functions, the one that must be called or the form of its answer
 * it is a different call; without an effort, a stop or a grammar its answer is; what is left is a hint to the model. 0
 * for nothing, or nothing that changes anything. Pure.
 */
export const lossOf = (call: ChatCall, droppedFields: readonly string[]): number =>
  droppedFields.reduce((sum, field) => sum + WEIGHT[weightOf(field, call)], 0);
