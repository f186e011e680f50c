import type { ChatCall, UnsupportedField } from "../spec";
import { isEmptyAnswer } from "./empty-message";

/**
 * Whether the conversation ends with the assistant, so that the model has to continue from there. Instructions do not
 * count, since they are sent apart from the turns. Empty messages do not count, since they are not sent.
 */
const beginsAnswer = ({ messages }: ChatCall): boolean => {
  const last = messages.findLast((message) => message.role !== "system" && !isEmptyAnswer(message));
  return last?.role === "assistant";
};

const NO_PREFIX: UnsupportedField = {
  field: "messages",
  why: "does not support assistant message prefill: the last message may not be the assistant's.",
};

/**
 * @param assistantPrefix Whether the model accepts a prefill. The newest models of some makers refuse the whole call.
 */
export const refusedPrefix = (call: ChatCall, assistantPrefix: boolean): readonly UnsupportedField[] =>
  !assistantPrefix && beginsAnswer(call) ? [NO_PREFIX] : [];
