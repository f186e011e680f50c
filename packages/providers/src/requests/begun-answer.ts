import type { ChatCall, ContentPart, UnsupportedField } from "../spec";

const isBlank = (content: string | readonly ContentPart[]): boolean =>
  (typeof content === "string"
    ? [content]
    : content.map((part) => (part.type === "text" ? part.text : part.type))
  ).every((text) => text.trim() === "");

/**
 * Whether the conversation ends with the assistant: the model is to go on from there. Instructions are told apart from
 * the turns, and a message that says nothing is not sent.
 */
const beginsAnswer = ({ messages }: ChatCall): boolean => {
  const last = messages.findLast(
    ({ role, content, refusal, toolCalls = [] }) =>
      role !== "system" && !(role === "assistant" && isBlank(content) && !refusal && toolCalls.length === 0),
  );
  return last?.role === "assistant";
};

const NO_PREFIX: UnsupportedField = {
  field: "messages",
  why: "does not support assistant message prefill: the last message may not be the assistant's.",
};

/**
 * @param assistantPrefix Whether the model goes on from the beginning of an answer; the newest of some makers refuse
 * the whole call.
 */
export const refusedPrefix = (call: ChatCall, assistantPrefix: boolean): readonly UnsupportedField[] =>
  !assistantPrefix && beginsAnswer(call) ? [NO_PREFIX] : [];
