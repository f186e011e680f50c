import type { ReasoningDetail } from "@cenote/contracts";
import { type Static, Type } from "typebox";
import { optionalString, taggedUnion } from "../../schema/fields";

/**
 * Reasoning that a provider signs or encrypts, so that it can go on from it on the next turn. The shape is the one
 * OpenRouter's clients know; `format` names the provider's family.
 */
const signedReasoning = Type.Object({
  type: Type.Literal("reasoning.text"), format: Type.String(), text: optionalString(), signature: optionalString(), id: optionalString(),
});
const encryptedReasoning = Type.Object({
  type: Type.Literal("reasoning.encrypted"), format: Type.String(), data: Type.String(),
  id: optionalString({ description: "Of the tool call it belongs to." }),
});

export const reasoningDetail = taggedUnion<ReasoningDetailJson>("type", [signedReasoning, encryptedReasoning]);

type ReasoningDetailJson = Static<typeof signedReasoning> | Static<typeof encryptedReasoning>;

export const toReasoningDetail = (detail: ReasoningDetailJson): ReasoningDetail => ({
  family: detail.format,
  toolCallId: detail.id ?? "",
  ...(detail.type === "reasoning.text"
    ? { text: detail.text ?? "", signature: detail.signature ?? "", encrypted: "" }
    : { text: "", signature: "", encrypted: detail.data }),
});

/** One detail as JSON text. Pure. */
export const reasoningDetailJson = ({ family, text, signature, encrypted, toolCallId }: ReasoningDetail): string => {
  const id = toolCallId === "" ? {} : { id: toolCallId };
  return JSON.stringify(encrypted === ""
    ? { type: "reasoning.text", format: family, text, ...(signature === "" ? {} : { signature }), ...id }
    : { type: "reasoning.encrypted", format: family, data: encrypted, ...id });
};
