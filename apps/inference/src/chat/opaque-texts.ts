import type { ChatCall } from "@cenote/providers";

/**
 * The opaque texts of a call: reasoning that only its maker can read, and the ids of tool calls. An honest caller sends
 * them back unchanged. Anyone else may put any text there, and some providers show it to the model and charge it like the
 * rest of the prompt. Pure.
 */
export const opaqueTexts = ({ messages }: ChatCall): string[] =>
  messages.flatMap(({ reasoningDetails = [], toolCalls = [], toolCallId = "" }) =>
    [toolCallId, ...toolCalls.map(({ id }) => id), ...reasoningDetails.map(({ encrypted = "" }) => encrypted)].filter(
      (text) => text !== "",
    ),
  );
