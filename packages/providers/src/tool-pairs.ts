import type { ChatMessage, UnsupportedField } from "./spec";

/**
 * Where a protocol wants the result of a tool call. What is not sent does not count.
 * - `next`: in the messages right behind the call (OpenAI's chat completions).
 * - `next_turn`: before the assistant speaks again (Anthropic).
 * - `anywhere`: behind the call (OpenAI's Responses).
 * - `if_any`: behind the call, and a call may go without one (Gemini, which needs the name of what was called).
 */
export type PairRule = "next" | "next_turn" | "anywhere" | "if_any";

const STRAY = "takes the result of a tool only behind the assistant message that calls it.";
const OPEN = "takes a tool call only with its result behind it: a `tool` message for each of its ids.";

const isSilent = ({ content, refusal, toolCalls = [] }: ChatMessage): boolean =>
  toolCalls.length === 0 &&
  !refusal &&
  (typeof content === "string"
    ? [content]
    : content.map((part) => (part.type === "text" ? part.text : part.url))
  ).every((text) => text.trim() === "");

/** Families leave out messages that say nothing, and tell instructions apart where the protocol does. */
const isPassedOver = (rule: PairRule, message: ChatMessage): boolean => {
  switch (message.role) {
    case "tool":
      return false;
    case "assistant":
      return isSilent(message);
    case "user":
      return rule === "next_turn" && isSilent(message);
    case "system":
      return rule === "next_turn";
  }
};

const usesTools = ({ role, toolCalls = [] }: ChatMessage): boolean => role === "tool" || toolCalls.length > 0;

interface Pairs {
  /** Ids that a result may name. */
  readonly called: Set<string>;
  /** Ids without a result, with the place of their message. */
  readonly open: Map<string, number>;
}

/** Whether the calls so far had to have their results before this message. */
const endsPairs = (rule: PairRule, message: ChatMessage, isTurnOver: boolean): boolean => {
  if (message.role === "tool") return false;
  return rule === "next" || (rule === "next_turn" && message.role === "assistant" && isTurnOver);
};

const stray = (index: number): UnsupportedField => ({
  field: "messages",
  place: `[${index}].tool_call_id`,
  why: STRAY,
});

const unanswered = ({ open }: Pairs): UnsupportedField | undefined => {
  const [index] = open.values();
  return index === undefined ? undefined : { field: "messages", place: `[${index}].tool_calls`, why: OPEN };
};

const firstFault = (messages: readonly ChatMessage[], rule: PairRule): UnsupportedField | undefined => {
  const pairs: Pairs = { called: new Set(), open: new Map() };
  /** The user, or a result, came after the assistant. */
  let isTurnOver = false;
  for (const [index, message] of messages.entries()) {
    const { role, toolCalls = [], toolCallId = "" } = message;
    if (isPassedOver(rule, message)) continue;
    if (endsPairs(rule, message, isTurnOver)) {
      const fault = unanswered(pairs);
      if (fault !== undefined) return fault;
      pairs.called.clear();
    }
    isTurnOver = role !== "assistant";
    if (role === "tool") {
      if (!pairs.called.has(toolCallId)) return stray(index);
      pairs.open.delete(toolCallId);
    }
    for (const { id } of role === "assistant" ? toolCalls : []) {
      pairs.called.add(id);
      pairs.open.set(id, index);
    }
  }
  return rule === "if_any" ? undefined : unanswered(pairs);
};

/** The first tool call without its result, or result without its call, where the protocol refuses a call for that. */
export const unpairedTools = (messages: readonly ChatMessage[], rule: PairRule): readonly UnsupportedField[] => {
  const fault = messages.some(usesTools) ? firstFault(messages, rule) : undefined;
  return fault === undefined ? [] : [fault];
};
