import { textOf } from "../json-fields";
import type { FinishReason } from "../spec";
import type { WireAnswer } from "./wire-types";

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  // The model paused and would continue on another call, so the answer is incomplete.
  ["pause_turn", "length"],
  ["refusal", "content_filter"],
]);

/**
 * @param stopReason The provider's reason. Unknown reasons count as the end of the turn.
 * @param calledTools Whether tools of the caller were called, and not only the tool for the answer.
 */
export const toFinishReason = (stopReason: unknown, calledTools: boolean): FinishReason =>
  REASONS.get(stopReason) ?? (calledTools ? "tool_calls" : "stop");

/** The explanation of a refusal; empty if there is none. */
export const refusalIn = ({ stop_reason, stop_details }: Pick<WireAnswer, "stop_reason" | "stop_details">): string =>
  stop_reason === "refusal" ? textOf(stop_details?.explanation) : "";
