import type { ReasoningDetail } from "../spec";
import type { ThinkingBlock } from "./wire-types";

const FAMILY = "anthropic";

/** Whether this family made the detail. The API refuses those of others. */
export const isOwnDetail = ({ family, signature, encrypted }: ReasoningDetail): boolean =>
  family === FAMILY && (signature !== undefined || encrypted !== undefined);

export const toThinkingBlock = ({ text = "", signature = "", encrypted }: ReasoningDetail): ThinkingBlock =>
  encrypted === undefined
    ? { type: "thinking", thinking: text, signature }
    : { type: "redacted_thinking", data: encrypted };

/** @param toolCallId The call that directly follows the detail, if any. */
export const signedDetail = (text: string, signature: string, toolCallId?: string): ReasoningDetail => ({
  family: FAMILY,
  text,
  signature,
  toolCallId,
});

export const encryptedDetail = (encrypted: string, toolCallId?: string): ReasoningDetail => ({
  family: FAMILY,
  encrypted,
  toolCallId,
});
