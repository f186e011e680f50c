import type { ChatCall } from "@cenote/providers";

/**
 * What a call carries besides its words: reasoning that only its maker reads, and the ids of tool calls. An honest
 * caller sends back what it was given. A stranger may have written anything there, and some providers show it to the
 * model and charge it like the rest of the prompt. Pure.
 */
export const opaqueTexts = ({ messages }: ChatCall): string[] =>
  messages.flatMap(({ reasoningDetails = [], toolCalls = [], toolCallId = "" }) =>
    [toolCallId, ...toolCalls.map(({ id }) => id), ...reasoningDetails.map(({ encrypted = "" }) => encrypted)].filter(
      (text) => text !== "",
    ),
  );
