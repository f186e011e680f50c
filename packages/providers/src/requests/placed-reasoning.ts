import type { ReasoningDetail, ToolCall } from "../spec";

export interface PlacedReasoning {
  /** At the beginning of the message. */
  readonly first: readonly ReasoningDetail[];
  /** Before each of its tool calls. */
  readonly ofCalls: readonly { readonly call: ToolCall; readonly before: readonly ReasoningDetail[] }[];
}

/**
 * Puts reasoning where the model wrote it: before the tool call it led to, other reasoning at the beginning. Each piece
 * gets one place, even if several calls have the same id: a caller can write anything, and pays for each piece once.
 */
export const placedReasoning = (
  details: readonly ReasoningDetail[],
  toolCalls: readonly ToolCall[],
): PlacedReasoning => {
  const first: ReasoningDetail[] = [];
  const byCall = new Map<string | undefined, ReasoningDetail[]>(toolCalls.map(({ id }) => [id, []]));
  for (const detail of details) (byCall.get(detail.toolCallId) ?? first).push(detail);
  return {
    first,
    ofCalls: toolCalls.map((call) => {
      const before = byCall.get(call.id) ?? [];
      byCall.delete(call.id);
      return { call, before };
    }),
  };
};
