import type { ChatEvent } from "../spec";

/** The kind of the family, in the catalog and in reasoning details. */
export const FAMILY = "google";

/** A thought signature, for the next turn. @param toolCallId The call that it belongs to, if any. */
export const signatureEvent = (signature: string, toolCallId?: string): ChatEvent => ({
  type: "reasoning_detail",
  detail: { family: FAMILY, encrypted: signature, toolCallId },
});
