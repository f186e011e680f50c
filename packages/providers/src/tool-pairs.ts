import type { ChatMessage, UnsupportedField } from "./spec";

/**
 * Where a protocol wants the result of a tool call. What is not sent does not count.
 * - `next`: in the messages right behind the call (OpenAI's chat completions).
 * - `next_turn`: before the assistant speaks again (Anthropic).
 * - `anywhere`: behind the call (OpenAI's Responses).
 * - `all_or_none`: behind the call. It is not known that calls without any result are refused, but some without theirs
 *   are (Gemini: https://github.com/google-gemini/gemini-cli/issues/16984).
 */
export type PairRule = "next" | "next_turn" | "anywhere" | "all_or_none";

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
      return rule !== "next" && isSilent(message);
    case "system":
      return rule !== "next";
  }
};

const usesTools = ({ role, toolCalls = [] }: ChatMessage): boolean => role === "tool" || toolCalls.length > 0;

interface Pairs {
  /** Ids that a result may name. */
  readonly called: Set<string>;
  /** Ids without a result, with the place of their message. */
  readonly open: Map<string, number>;
  /** One of the last calls has a result. */
  hasResult: boolean;
  /** The user, or a result, came after the assistant. */
  isTurnOver: boolean;
}

/** Whether the calls so far had to have their results before this message. */
const endsPairs = (rule: PairRule, { role }: ChatMessage, { hasResult, isTurnOver }: Pairs): boolean => {
  switch (rule) {
    case "next":
      return role !== "tool";
    case "next_turn":
      return role === "assistant" && isTurnOver;
    case "all_or_none":
      return role !== "tool" && hasResult;
    case "anywhere":
      return false;
  }
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
  const pairs: Pairs = { called: new Set(), open: new Map(), hasResult: false, isTurnOver: false };
  for (const [index, message] of messages.entries()) {
    const { role, toolCalls = [], toolCallId = "" } = message;
    if (isPassedOver(rule, message)) continue;
    if (endsPairs(rule, message, pairs)) {
      const fault = unanswered(pairs);
      if (fault !== undefined) return fault;
      if (rule !== "all_or_none") pairs.called.clear();
    }
    pairs.hasResult = role === "tool";
    pairs.isTurnOver = role !== "assistant";
    if (role === "tool") {
      if (!pairs.called.has(toolCallId)) return stray(index);
      pairs.open.delete(toolCallId);
    }
    if (rule === "all_or_none" && role !== "tool") pairs.open.clear();
    for (const { id } of role === "assistant" ? toolCalls : []) {
      pairs.called.add(id);
      pairs.open.set(id, index);
    }
  }
  return rule === "all_or_none" && !pairs.hasResult ? undefined : unanswered(pairs);
};

/** The first tool call without its result, or result without its call, where the protocol refuses a call for that. */
export const unpairedTools = (messages: readonly ChatMessage[], rule: PairRule): readonly UnsupportedField[] => {
  const fault = messages.some(usesTools) ? firstFault(messages, rule) : undefined;
  return fault === undefined ? [] : [fault];
};
