import { textOf } from "../json-fields";
import type { FinishReason } from "../spec";
import type { WireAnswer } from "./wire-types";

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  // The model was stopped on its way and would go on if asked again: no whole answer.
  ["pause_turn", "length"],
  ["refusal", "content_filter"],
]);

/**
 * @param stopReason The provider's word; unknown ones are taken for the end of the turn.
 * @param calledTools Tools of the caller's, not the one an answer is given through.
 */
export const toFinishReason = (stopReason: unknown, calledTools: boolean): FinishReason =>
  REASONS.get(stopReason) ?? (calledTools ? "tool_calls" : "stop");

/** What a refusal says for itself, if it is one; empty if nothing. */
export const refusalIn = ({ stop_reason, stop_details }: Pick<WireAnswer, "stop_reason" | "stop_details">): string =>
  stop_reason === "refusal" ? textOf(stop_details?.explanation) : "";
