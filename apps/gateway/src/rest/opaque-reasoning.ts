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
 * One object of texts: the caller can write anything here, and the bounds of a body do not see what is inside of a
 * text.
 */
const BOUNDS: JsonBounds = { depth: 1, parts: 16, commas: 16 };

/**
 * Signed or encrypted reasoning as one text, for APIs whose clients have one opaque field for it and send it back as it
 * came.
 */
export const packReasoning = ({ family, text, signature, encrypted, toolCallId, madeBy }: ReasoningDetail): string =>
  Buffer.from(JSON.stringify({ family, text, signature, encrypted, toolCallId, madeBy })).toString("base64url");

/** @returns Undefined where the text is not one of ours: a provider's own, from before its caller came here. */
export const unpackReasoning = (packed: string): ReasoningDetail | undefined => {
  try {
    const text = Buffer.from(packed, "base64url").toString();
    const value: unknown = passedBound(text, BOUNDS) === undefined ? JSON.parse(text) : undefined;
    return Check(detailShape, value) ? value : undefined;
  } catch {
    return undefined;
  }
};
