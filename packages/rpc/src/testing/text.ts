import type { StreamChatCompletionResponse } from "@cenote/contracts";

/** A message of a stream. */
export const text = (value: string): StreamChatCompletionResponse => ({
  events: [{ event: { $case: "text", value } }],
});
