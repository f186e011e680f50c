import type { ReasoningDetail } from "@cenote/contracts";
import { type Static, Type } from "typebox";
import { optionalString, taggedUnion } from "../../schema/fields";

/**
 * Reasoning that a provider signs or encrypts, so that it can go on from it on the next turn. The shape is the one
 * OpenRouter's clients know; `format` names the provider's family, `made_by` the provider and the model that made it:
 * it goes to no other, so that a conversation can change its model.
 */
const about = {
  format: optionalString({ description: "The provider's family." }),
  made_by: optionalString({ description: "Provider and model that made it. Send it back unchanged." }),
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
      "The words of reasoning that nobody signed, once more, for OpenRouter's clients. Sent back it goes to no provider.",
  },
);

type GivenDetailJson = Static<typeof signedReasoning> | Static<typeof encryptedReasoning>;

type ReasoningDetailJson = GivenDetailJson | Static<typeof reasoningSummary>;

/** One of an answer, ours or OpenRouter's. */
export const reasoningDetail = taggedUnion<ReasoningDetailJson>("type", [
  signedReasoning,
  encryptedReasoning,
  reasoningSummary,
]);

/** What OpenRouter's clients call the families that they know; they drop what is called otherwise. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ["anthropic", "anthropic-claude-v1"],
  ["google", "google-gemini-v1"],
  ["openai-responses", "openai-responses-v1"],
]);
const FAMILIES: ReadonlyMap<string, string> = new Map([...FORMATS].map(([family, format]) => [format, family]));

/** Words without a format are taken for Claude's, as OpenRouter's clients do. */
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

/** The reverse, with the family's own name for its format. Pure. */
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

/** The same with OpenRouter's name for its format. Pure. */
export const openRouterDetailOf = (detail: ReasoningDetail): GivenDetailJson => ({
  ...reasoningDetailOf(detail),
  format: FORMATS.get(detail.family) ?? detail.family,
});
