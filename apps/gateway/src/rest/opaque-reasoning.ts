import type { ReasoningDetail } from "@cenote/contracts";
import { type JsonBounds, passedBound } from "@cenote/core";
import { Type } from "typebox";
import { Check } from "typebox/schema";

const detailShape = Type.Object({
  family: Type.String(),
  text: Type.String(),
  signature: Type.String(),
  encrypted: Type.String(),
  toolCallId: Type.String(),
  madeBy: Type.String(),
});

/**
 * Bounds of one object of texts. The caller can write anything here, and the body's bounds don't apply inside a text.
 */
const BOUNDS: JsonBounds = { depth: 1, parts: 16, commas: 16 };

/** Signed or encrypted reasoning as one text, for APIs whose clients return it unchanged in one opaque field. */
export const packReasoning = ({ family, text, signature, encrypted, toolCallId, madeBy }: ReasoningDetail): string =>
  Buffer.from(JSON.stringify({ family, text, signature, encrypted, toolCallId, madeBy })).toString("base64url");

/** @returns Undefined if this gateway did not create the text: a conversation may have begun at a provider. */
export const unpackReasoning = (packed: string): ReasoningDetail | undefined => {
  try {
    const text = Buffer.from(packed, "base64url").toString();
    const value: unknown = passedBound(text, BOUNDS) === undefined ? JSON.parse(text) : undefined;
    return Check(detailShape, value) ? value : undefined;
  } catch {
    return undefined;
  }
};
