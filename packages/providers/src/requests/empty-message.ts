import type { ChatMessage, ContentPart } from "../spec";

const isBlank = (content: string | readonly ContentPart[]): boolean =>
  (typeof content === "string"
    ? [content]
    : content.map((part) => (part.type === "text" ? part.text : part.type))
  ).every((text) => text.trim() === "");

/** Whether a message has neither text, images nor files, and calls no tools. */
export const isEmptyMessage = ({ content, refusal, toolCalls = [] }: ChatMessage): boolean =>
  isBlank(content) && !refusal && toolCalls.length === 0;

/** Whether a message is an empty answer of the assistant. Some providers refuse one, so they are not sent to them. */
export const isEmptyAnswer = (message: ChatMessage): boolean => message.role === "assistant" && isEmptyMessage(message);
