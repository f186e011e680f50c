import type { ReasoningDetail } from "@cenote/contracts";
import { Type } from "typebox";
import { Value } from "typebox/value";

const detailShape = Type.Object({
  family: Type.String(), text: Type.String(), signature: Type.String(), encrypted: Type.String(), toolCallId: Type.String(), madeBy: Type.String(),
});

/** Signed or encrypted reasoning as one text, for APIs whose clients have one opaque field for it and send it back as it came. */
export const packReasoning = ({ family, text, signature, encrypted, toolCallId, madeBy }: ReasoningDetail): string =>
  Buffer.from(JSON.stringify({ family, text, signature, encrypted, toolCallId, madeBy })).toString("base64url");

/** @returns Undefined where the text is not one of ours: a provider's own, from before its caller came here. */
export const unpackReasoning = (packed: string): ReasoningDetail | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(packed, "base64url").toString());
    return Value.Check(detailShape, value) ? value : undefined;
  } catch {
    return undefined;
  }
};
