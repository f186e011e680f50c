import type { ReasoningDetail } from "../spec";
import type { ThinkingBlock } from "./wire-types";

const FAMILY = "anthropic";

/** Whether this family made it: no other's is taken. */
export const isOwnDetail = ({ family, signature, encrypted }: ReasoningDetail): boolean =>
  family === FAMILY && (signature !== undefined || encrypted !== undefined);

export const toThinkingBlock = ({ text = "", signature = "", encrypted }: ReasoningDetail): ThinkingBlock =>
  encrypted === undefined
    ? { type: "thinking", thinking: text, signature }
    : { type: "redacted_thinking", data: encrypted };

/** @param toolCallId Of the call that stands right behind it, where one does. */
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
