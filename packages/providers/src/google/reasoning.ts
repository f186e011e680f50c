import type { ChatEvent } from "../spec";

/** Kind of the family, in the catalog and on what it asks to see again. */
export const FAMILY = "google";

/** A thought signature, for the next turn. @param toolCallId Of the call it came with. */
export const signatureEvent = (signature: string, toolCallId?: string): ChatEvent => ({
  type: "reasoning_detail",
  detail: { family: FAMILY, encrypted: signature, toolCallId },
});
