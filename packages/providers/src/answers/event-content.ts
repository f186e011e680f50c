import type { ChatEvent } from "../spec";

/** Whether an event counts as content. `finish` does, because an empty answer is an answer. */
export const isContent = (event: ChatEvent): boolean => event.type !== "usage" && event.type !== "logprobs";

/** Number of characters that an event adds to the answer. */
export const charactersOf = (event: ChatEvent): number => {
  switch (event.type) {
    case "text":
    case "reasoning":
    case "refusal":
      return event.text.length;
    case "tool_call":
      return event.arguments.length;
    case "reasoning_detail":
    case "logprobs":
    case "finish":
    case "usage":
      return 0;
  }
};
