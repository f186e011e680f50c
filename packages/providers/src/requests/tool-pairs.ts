import type { ChatMessage, UnsupportedField } from "../spec";
import { isEmptyMessage } from "./empty-message";

/**
 * Where a protocol requires the result of a tool call. Messages that are not sent are not counted.
 * - `next`: in the messages directly after the call (OpenAI's chat completions).
 * - `next_turn`: before the next message of the assistant (Anthropic).
 * - `anywhere`: somewhere after the call (OpenAI's Responses).
 * - `all_or_none`: somewhere after the call. Gemini refuses results for only some calls of a message
 *   (https://github.com/google-gemini/gemini-cli/issues/16984); it is not known to refuse calls without any result.
 */
export type PairRule = "next" | "next_turn" | "anywhere" | "all_or_none";

const RESULT_WITHOUT_CALL = "takes the result of a tool only behind the assistant message that calls it.";
const CALL_WITHOUT_RESULT = "takes a tool call only with its result behind it: a `tool` message for each of its ids.";

/** Whether a message is not part of the checked sequence: it is empty and not sent, or it is sent as instructions. */
const isSkipped = (rule: PairRule, message: ChatMessage): boolean => {
  switch (message.role) {
    case "tool":
      return false;
    case "assistant":
      return isEmptyMessage(message);
    case "user":
      return rule !== "next" && isEmptyMessage(message);
    case "system":
      return rule !== "next";
  }
};

const usesTools = ({ role, toolCalls = [] }: ChatMessage): boolean => role === "tool" || toolCalls.length > 0;

interface Pairs {
  /** Ids of calls that a result may follow. */
  readonly called: Set<string>;
  /** Ids of calls without a result, with the index of their message. */
  readonly open: Map<string, number>;
  /** Whether the previous message is a result. */
  hasResult: boolean;
  /** Whether the previous message is not the assistant's. */
  isTurnOver: boolean;
}

/** Whether all results of earlier calls must stand before this message. */
const endsResults = (rule: PairRule, { role }: ChatMessage, { hasResult, isTurnOver }: Pairs): boolean => {
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

const resultWithoutCall = (index: number): UnsupportedField => ({
  field: "messages",
  place: `[${index}].tool_call_id`,
  why: RESULT_WITHOUT_CALL,
});

const callWithoutResult = ({ open }: Pairs): UnsupportedField | undefined => {
  const [index] = open.values();
  return index === undefined
    ? undefined
    : { field: "messages", place: `[${index}].tool_calls`, why: CALL_WITHOUT_RESULT };
};

/** Records a valid message: its calls wait for results, and its result ends the wait of a call. */
const note = (pairs: Pairs, message: ChatMessage, index: number, rule: PairRule): void => {
  const { role, toolCalls = [], toolCallId = "" } = message;
  pairs.hasResult = role === "tool";
  pairs.isTurnOver = role !== "assistant";
  if (role === "tool") pairs.open.delete(toolCallId);
  else if (rule === "all_or_none") pairs.open.clear();
  if (role !== "assistant") return;
  for (const { id } of toolCalls) {
    pairs.called.add(id);
    pairs.open.set(id, index);
  }
};

const firstFault = (messages: readonly ChatMessage[], rule: PairRule): UnsupportedField | undefined => {
  const pairs: Pairs = { called: new Set(), open: new Map(), hasResult: false, isTurnOver: false };
  for (const [index, message] of messages.entries()) {
    if (isSkipped(rule, message)) continue;
    if (endsResults(rule, message, pairs)) {
      const fault = callWithoutResult(pairs);
      if (fault !== undefined) return fault;
      if (rule !== "all_or_none") pairs.called.clear();
    }
    if (message.role === "tool" && !pairs.called.has(message.toolCallId ?? "")) return resultWithoutCall(index);
    note(pairs, message, index, rule);
  }
  return rule === "all_or_none" && !pairs.hasResult ? undefined : callWithoutResult(pairs);
};

/** The first tool call without a result, or result without a call, that a protocol with this rule refuses. */
export const unpairedTools = (messages: readonly ChatMessage[], rule: PairRule): readonly UnsupportedField[] => {
  const fault = messages.some(usesTools) ? firstFault(messages, rule) : undefined;
  return fault === undefined ? [] : [fault];
};
