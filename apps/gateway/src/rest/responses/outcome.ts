import type { ChatUsage } from "@cenote/contracts";
import type { Outcome } from "./response-json";

/** What a finish reason of a chat is here. Pure. */
export const toOutcome = (finishReason: string, usage: ChatUsage): Outcome => {
  switch (finishReason) {
    case "length":
      return { status: "incomplete", incompleteReason: "max_output_tokens", usage };
    case "content_filter":
      return { status: "incomplete", incompleteReason: "content_filter", usage };
    default:
      return { status: "completed", usage };
  }
};
