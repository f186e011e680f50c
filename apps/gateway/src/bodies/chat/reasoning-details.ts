import type { ReasoningDetail } from "@cenote/contracts";
import { type Static, Type } from "typebox";
import { optionalString, taggedUnion } from "../../schema/fields";

/**
 * Fields of reasoning that a provider signs or encrypts, so that it can continue from it on the next turn. The shape is
 * OpenRouter's. `format` names the provider's family; `made_by` names the provider and the model. The detail is sent to
 * no other model, so that a conversation can change its model.
 */
const about = {
  format: optionalString({ description: "The provider's family." }),
  made_by: optionalString({ description: "Provider and model that generated it. Send it back unchanged." }),
};

const signedReasoning = Type.Object({
  type: Type.Literal("reasoning.text"),
  text: optionalString(),
  signature: optionalString(),
  id: optionalString(),
  ...about,
});
const encryptedReasoning = Type.Object({
  type: Type.Literal("reasoning.encrypted"),
  data: Type.String(),
  id: optionalString({ description: "Id of the tool call it belongs to." }),
  ...about,
});
const reasoningSummary = Type.Object(
  { type: Type.Literal("reasoning.summary"), summary: optionalString() },
  {
    description:
      "The text of unsigned reasoning, repeated for OpenRouter's clients. If it is sent back, no provider gets it.",
  },
);

type GivenDetailJson = Static<typeof signedReasoning> | Static<typeof encryptedReasoning>;

type ReasoningDetailJson = GivenDetailJson | Static<typeof reasoningSummary>;

/** A reasoning detail of an earlier answer, from this gateway or from OpenRouter. */
export const reasoningDetail = taggedUnion<ReasoningDetailJson>("type", [
  signedReasoning,
  encryptedReasoning,
  reasoningSummary,
]);

/** OpenRouter's names of the families. Its clients drop details with any other name. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ["anthropic", "anthropic-claude-v1"],
  ["google", "google-gemini-v1"],
  ["openai-responses", "openai-responses-v1"],
]);
const FAMILIES: ReadonlyMap<string, string> = new Map([...FORMATS].map(([family, format]) => [format, family]));

/** A detail without a format is treated as Claude's, as OpenRouter's clients do. */
const familyOf = ({ type, format }: GivenDetailJson): string => {
  if (format === undefined || format === null) return type === "reasoning.text" ? "anthropic" : "";
  return FAMILIES.get(format) ?? format;
};

export const toReasoningDetails = (detail: ReasoningDetailJson): ReasoningDetail[] => {
  if (detail.type === "reasoning.summary") return [];
  const from = { family: familyOf(detail), toolCallId: detail.id ?? "", madeBy: detail.made_by ?? "" };
  return detail.type === "reasoning.text"
    ? [{ ...from, text: detail.text ?? "", signature: detail.signature ?? "", encrypted: "" }]
    : [{ ...from, text: "", signature: "", encrypted: detail.data }];
};

/** The reverse, with the gateway's own name of the family. Pure. */
export const reasoningDetailOf = ({
  family,
  text,
  signature,
  encrypted,
  toolCallId,
  madeBy: maker,
}: ReasoningDetail): GivenDetailJson => {
  const from = { ...(toolCallId === "" ? {} : { id: toolCallId }), ...(maker === "" ? {} : { made_by: maker }) };
  return encrypted === ""
    ? { type: "reasoning.text", format: family, text, ...(signature === "" ? {} : { signature }), ...from }
    : { type: "reasoning.encrypted", format: family, data: encrypted, ...from };
};

/** The same, with OpenRouter's name of the family. Pure. */
export const openRouterDetailOf = (detail: ReasoningDetail): GivenDetailJson => ({
  ...reasoningDetailOf(detail),
  format: FORMATS.get(detail.family) ?? detail.family,
});
