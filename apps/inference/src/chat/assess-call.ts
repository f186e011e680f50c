import type { ChatModel } from "@cenote/catalog";
import type { ChatCall, UnsupportedField } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type CapabilityGap, gapsOfModel, gapsOfProvider } from "./capabilities";

export type Unsupported = (candidate: ChatCandidate, call: ChatCall) => readonly UnsupportedField[];

/** Caches the gaps of a model, which are the same for all of its routes. */
const createModelGaps = (call: ChatCall) => {
  const known = new Map<ChatModel, readonly CapabilityGap[]>();
  return (model: ChatModel): readonly CapabilityGap[] => {
    const gaps = known.get(model) ?? gapsOfModel(call, model);
    known.set(model, gaps);
    return gaps;
  };
};

/** A form of the call, and the fields of it that one route can't honour. */
export interface AssessedCall {
  readonly call: ChatCall;
  readonly fields: readonly UnsupportedField[];
  readonly gaps: readonly CapabilityGap[];
}

export type Assess = (candidate: ChatCandidate) => AssessedCall;

export const createAssess = (call: ChatCall, unsupported: Unsupported): Assess => {
  const gapsOf = createModelGaps(call);
  return (candidate) => {
    const { model } = candidate;
    const fields = unsupported(candidate, call);
    return { call, fields, gaps: [...gapsOf(model), ...gapsOfProvider(fields, model)] };
  };
};

export const lacksFormat = ({ gaps }: AssessedCall): boolean =>
  gaps.some(({ fields }) => fields.includes("responseFormat"));
