import { malformed } from "../answers/answer-failures";
import type { WireFunction, WireMessage } from "./wire-types";
import { isFields, textOf } from "../json-fields";

export interface Content {
  readonly text: string;
  readonly reasoning: string;
}

/** Mistral's parts: `text`, `thinking` with parts of its own, and references, which have no text. */
const partsContent = (parts: readonly unknown[]): Content => {
  let text = "";
  let reasoning = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if (isFields(part)) {
      if (part["type"] === "thinking") {
        reasoning += Array.isArray(part["thinking"]) ? partsContent(part["thinking"]).text : textOf(part["thinking"]);
      } else text += textOf(part["text"]);
    }
  }
  return { text, reasoning };
};

/** Empty for null. Other types are not an answer of the model, and must not be charged as an empty one. */
const plainText = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  throw malformed("The provider's answer has content that is no text.");
};

/**
 * Text and reasoning of a message or a delta, from whichever field the provider uses. Throws ProviderError `malformed`.
 */
export const contentOf = (message: WireMessage): Content => {
  // Some providers send the same reasoning under both names.
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning);
  if (!Array.isArray(message.content)) return { text: plainText(message.content), reasoning };
  const parts = partsContent(message.content);
  return reasoning === "" ? parts : { text: parts.text, reasoning };
};

/** Arguments as JSON text. */
export const argumentsOf = (call: WireFunction | null | undefined): string => {
  const value = call?.arguments;
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};
