import type { ChatMessage } from "../spec";

/** An inserted message between a tool's result and the next message of the user. */
const IN_BETWEEN: ChatMessage = { role: "assistant", content: "OK." };

const isInstruction = ({ role }: ChatMessage): boolean => role === "system";

/**
 * Messages in the order that Mistral requires: instructions first, no message of the user directly after a tool's result,
 * and at the end a message of the user or a tool. Instructions at the end become a message of the user.
 * https://github.com/mistralai/mistral-common (`_validate_message_order`, `_validate_last_message`)
 */
export const inStrictOrder = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const end = messages.findLastIndex((message) => !isInstruction(message)) + 1;
  const ordered = [
    ...messages.slice(0, end).filter(isInstruction),
    ...messages.slice(0, end).filter((message) => !isInstruction(message)),
    ...messages.slice(end).map((message): ChatMessage => ({ ...message, role: "user" })),
  ];
  return ordered.flatMap((message, index) =>
    message.role === "user" && ordered[index - 1]?.role === "tool" ? [IN_BETWEEN, message] : [message],
  );
};
