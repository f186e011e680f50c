import type { ChatMessage, ContentPart } from "../spec";

const isBlank = (content: string | readonly ContentPart[]): boolean =>
  (typeof content === "string"
    ? [content]
    : content.map((part) => (part.type === "text" ? part.text : part.type))
  ).every((text) => text.trim() === "");

/** Whether a message has neither text, images nor files, and calls no tools. */
export const isEmpty = ({ content, refusal, toolCalls = [] }: ChatMessage): boolean =>
  isBlank(content) && !refusal && toolCalls.length === 0;

/** An empty answer of the assistant: some providers refuse it, so it is not sent to them. */
export const saysNothing = (message: ChatMessage): boolean => message.role === "assistant" && isEmpty(message);
