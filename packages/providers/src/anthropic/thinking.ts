import type { ChatCall, ChatMessage } from "../spec";
import { isOwnDetail } from "./reasoning-detail";
import type { Quirks } from "./quirks";

export interface ThinkingPlan {
  /** `thinking` of the request; undefined for the model's own default. */
  readonly thinking: object | undefined;
  /** `output_config.effort`. */
  readonly effort: string | undefined;
  /** Whether the model thinks. It then accepts earlier thinking, and no temperature. */
  readonly on: boolean;
}

export interface ThinkingFacts {
  readonly maxTokens: number;
  /** Whether a tool call is forced. Thinking can't be requested then. */
  readonly forcedTool: boolean;
  readonly quirks: Quirks;
}

/** The smallest budget that the API accepts. */
const MIN_BUDGET_TOKENS = 1_024;
/** Least room for an answer with thinking: the same amount again for its text. */
export const LEAST_ROOM_TOKENS = 2 * MIN_BUDGET_TOKENS;
const MAX_BUDGET_TOKENS = 32_000;

/** The budget of thinking as a part of the answer's tokens, since thinking counts as answer. */
const BUDGET_SHARES: ReadonlyMap<string, number> = new Map([
  ["minimal", 0],
  ["low", 0.2],
  ["medium", 0.5],
  ["high", 0.8],
  ["xhigh", 0.9],
  ["max", 0.9],
]);

/** Efforts a caller may ask for. */
export const isEffort = (effort: string): boolean => effort === "none" || BUDGET_SHARES.has(effort);

const toEffort = (effort: string, quirks: Quirks): string => {
  if (effort === "minimal") return "low";
  return effort === "xhigh" && !quirks.xhighEffort ? "high" : effort;
};

/** Newer models hide their thinking by default, and a caller would wait minutes for the first content. */
const SHOWN = { type: "adaptive", display: "summarized" };

const unasked = ({ quirks, forcedTool }: ThinkingFacts): ThinkingPlan => {
  const on = quirks.thinkingOff !== "omit";
  return { thinking: on && quirks.thinking === "adaptive" && !forcedTool ? SHOWN : undefined, effort: undefined, on };
};

const withoutThinking = (facts: ThinkingFacts): ThinkingPlan => {
  const { quirks } = facts;
  switch (quirks.thinkingOff) {
    case "omit":
      return { thinking: undefined, effort: undefined, on: false };
    case "disabled":
    case "between_tools":
      return { thinking: { type: quirks.thinkingOff }, effort: undefined, on: false };
    case "never":
      // Thinking can't be turned off, so the lowest effort is requested.
      return { ...unasked(facts), effort: "low" };
  }
};

/** Messages since the last message of the user. */
const runningTurn = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);

/**
 * Whether thinking is possible. A turn that began without thinking, or whose thinking was not sent back, has to be finished
 * without it, or the API refuses the call. The same holds for a prefill.
 */
const canThinkOn = (messages: readonly ChatMessage[]): boolean => {
  const first = runningTurn(messages).find(({ role }) => role === "assistant");
  return (
    first === undefined || (messages.at(-1)?.role !== "assistant" && (first.reasoningDetails ?? []).some(isOwnDetail))
  );
};

const withBudget = (call: ChatCall, effort: string, facts: ThinkingFacts): ThinkingPlan => {
  const off = { thinking: undefined, effort: undefined, on: false };
  const { maxTokens, forcedTool } = facts;
  if (forcedTool || maxTokens < LEAST_ROOM_TOKENS || !canThinkOn(call.messages)) return off;
  const share = Math.floor(maxTokens * (BUDGET_SHARES.get(effort) ?? 0));
  const budget_tokens = Math.min(Math.max(share, MIN_BUDGET_TOKENS), MAX_BUDGET_TOKENS);
  return { thinking: { type: "enabled", budget_tokens }, effort: undefined, on: true };
};

/** How `reasoning_effort` is requested. */
export const planThinking = (call: ChatCall, facts: ThinkingFacts): ThinkingPlan => {
  const { quirks, forcedTool } = facts;
  const effort = call.reasoningEffort;
  if (effort === undefined || !isEffort(effort) || quirks.thinking === "none") return unasked(facts);
  if (effort === "none") return withoutThinking(facts);
  if (quirks.thinking === "budget") return withBudget(call, effort, facts);
  const asked = { effort: toEffort(effort, quirks) };
  return forcedTool ? { ...unasked(facts), ...asked } : { thinking: SHOWN, ...asked, on: true };
};
