import type { ChatMessage } from "../spec";

/** The text of a message without its images and files. @param joint Separator between two parts. */
export const plainText = (content: ChatMessage["content"], joint = ""): string =>
  typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join(joint);
