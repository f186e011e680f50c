import type { ChatMessage, ContentPart } from "../spec";

const isBlank = (content: string | readonly ContentPart[]): boolean =>
  (typeof content === "string"
    ? [content]
    : content.map((part) => (part.type === "text" ? part.text : part.type))
  ).every((text) => text.trim() === "");

/** An empty answer of the assistant's: some providers refuse one, and it is not sent to them. */
export const saysNothing = ({ role, content, refusal, toolCalls = [] }: ChatMessage): boolean =>
  role === "assistant" && isBlank(content) && !refusal && toolCalls.length === 0;
