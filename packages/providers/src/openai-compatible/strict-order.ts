import type { ChatMessage } from "../spec";

/** Said by nobody, between a tool's result and the user's next words. */
const IN_BETWEEN: ChatMessage = { role: "assistant", content: "OK." };

const isInstruction = ({ role }: ChatMessage): boolean => role === "system";

/**
 * Messages as Mistral takes them: instructions before all others, no words of the user right after a tool's result, and
 * none but the user's or a tool's at the end. Instructions at the end become words of the user.
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
