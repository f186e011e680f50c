import type { ChatMessage } from "@cenote/contracts";

/** The text of a message; empty if it has none. */
export const messageText = (message: Pick<ChatMessage, "content">): string => {
  let text = "";
  for (const { part } of message.content) if (part?.$case === "text") text += part.value;
  return text;
};
