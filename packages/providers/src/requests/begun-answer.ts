import type { ChatCall, UnsupportedField } from "../spec";
import { saysNothing } from "./says-nothing";

/**
 * Whether the conversation ends with the assistant: the model is to go on from there. Instructions don't count, since
 * they are sent apart from the turns; nor does a message that says nothing, since it is not sent.
 */
const beginsAnswer = ({ messages }: ChatCall): boolean => {
  const last = messages.findLast((message) => message.role !== "system" && !saysNothing(message));
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
