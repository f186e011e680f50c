import type { ChatMessage } from "@cenote/contracts";

/** The words of a message; empty where it has none. */
export const messageText = (message: Pick<ChatMessage, "content">): string => {
  let text = "";
  for (const { part } of message.content) if (part?.$case === "text") text += part.value;
  return text;
};
