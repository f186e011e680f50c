import type { ReasoningDetail } from "@cenote/contracts";
import { type Static, Type } from "typebox";
import { optionalString, taggedUnion } from "../../schema/fields";

/**
 * Reasoning that a provider signs or encrypts, so that it can go on from it on the next turn. The shape is the one
 * OpenRouter's clients know; `format` names the provider's family, `made_by` the provider and the model that made it:
 * it goes to no other, so that a conversation can change its model.
 */
const madeBy = optionalString({ description: "Provider and model that made it. Send it back unchanged." });

const signedReasoning = Type.Object({
  type: Type.Literal("reasoning.text"),
  format: Type.String(),
  text: optionalString(),
  signature: optionalString(),
  id: optionalString(),
  made_by: madeBy,
});
const encryptedReasoning = Type.Object({
  type: Type.Literal("reasoning.encrypted"),
  format: Type.String(),
  data: Type.String(),
  id: optionalString({ description: "Id of the tool call it belongs to." }),
  made_by: madeBy,
});

export const reasoningDetail = taggedUnion<ReasoningDetailJson>("type", [signedReasoning, encryptedReasoning]);

type ReasoningDetailJson = Static<typeof signedReasoning> | Static<typeof encryptedReasoning>;

export const toReasoningDetail = (detail: ReasoningDetailJson): ReasoningDetail => ({
  family: detail.format,
  toolCallId: detail.id ?? "",
  madeBy: detail.made_by ?? "",
  ...(detail.type === "reasoning.text"
    ? { text: detail.text ?? "", signature: detail.signature ?? "", encrypted: "" }
    : { text: "", signature: "", encrypted: detail.data }),
});

/** The reverse. Pure. */
export const reasoningDetailOf = ({
  family,
  text,
  signature,
  encrypted,
  toolCallId,
  madeBy: maker,
}: ReasoningDetail): ReasoningDetailJson => {
  const about = { ...(toolCallId === "" ? {} : { id: toolCallId }), ...(maker === "" ? {} : { made_by: maker }) };
  return encrypted === ""
    ? { type: "reasoning.text", format: family, text, ...(signature === "" ? {} : { signature }), ...about }
    : { type: "reasoning.encrypted", format: family, data: encrypted, ...about };
};
