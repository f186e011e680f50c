import type { ChatUsage } from "@cenote/contracts";
import type { OutputItem } from "./items";
import type { Outcome } from "./response-json";

const isRefused = (items: readonly OutputItem[]): boolean =>
  items.some((item) => item.kind === "message" && item.parts.some(({ kind }) => kind === "refusal"));

/**
 * What a finish reason of a chat is here. Pure.
 * @param items Of the whole answer: one in which the model said that it refuses is complete, whatever its provider
 * calls that.
 */
export const toOutcome = (finishReason: string, usage: ChatUsage, items: readonly OutputItem[]): Outcome => {
  switch (finishReason) {
    case "length":
      return { status: "incomplete", incompleteReason: "max_output_tokens", usage };
    case "content_filter":
      return isRefused(items)
        ? { status: "completed", usage }
        : { status: "incomplete", incompleteReason: "content_filter", usage };
    default:
      return { status: "completed", usage };
  }
};
