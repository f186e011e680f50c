import type { ChatUsage } from "@cenote/contracts";
import type { OutputItem } from "./items";
import type { Outcome } from "./response-json";

const isRefused = (items: readonly OutputItem[]): boolean =>
  items.some((item) => item.kind === "message" && item.parts.some(({ kind }) => kind === "refusal"));

/**
 * The outcome of a response, from a chat's finish reason. Pure.
 * @param items Of the whole answer. With a refusal by the model it is complete, also if the provider reports
 * `content_filter`.
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
