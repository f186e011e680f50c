import type { ChatModel } from "@cenote/catalog";
import type { ChatCall, UnsupportedField } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type Lack, lacksOfModel, lacksOfProvider } from "./capabilities";

export type Unsupported = (candidate: ChatCandidate, call: ChatCall) => readonly UnsupportedField[];

/** The same for all routes of a model, so it is computed once. */
const createModelLacks = (call: ChatCall) => {
  const known = new Map<ChatModel, readonly Lack[]>();
  return (model: ChatModel): readonly Lack[] => {
    const lacks = known.get(model) ?? lacksOfModel(call, model);
    known.set(model, lacks);
    return lacks;
  };
};

/** A form of the call, and what of it one route can't honour. */
export interface Judged {
  readonly call: ChatCall;
  readonly fields: readonly UnsupportedField[];
  readonly lacks: readonly Lack[];
}

export type Judge = (candidate: ChatCandidate) => Judged;

export const createJudge = (call: ChatCall, unsupported: Unsupported): Judge => {
  const lacksOf = createModelLacks(call);
  return (candidate) => {
    const { model } = candidate;
    const fields = unsupported(candidate, call);
    return { call, fields, lacks: [...lacksOf(model), ...lacksOfProvider(fields, model)] };
  };
};

export const lacksFormat = ({ lacks }: Judged): boolean =>
  lacks.some(({ fields }) => fields.includes("responseFormat"));
