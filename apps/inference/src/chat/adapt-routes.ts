import type { ChatModel } from "@cenote/catalog";
import { type CenoteError, invalidRequest } from "@cenote/core";
import { type ChatCall, withoutFields } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type CapabilityGap, isReported, alwaysDroppable, needlessOf, restName } from "./capabilities";
import type { ContextCheck } from "./context-limit";
import { createInstead } from "./instead-of-format";
import { type Unsupported, createAssess } from "./assess-call";
import { degradationOf } from "./degradation";
import { type RouteDegradation, rankByDegradation } from "./rank-routes";

/** A call in the form in which it is sent to one route. */
export interface AdaptedCall {
  readonly call: ChatCall;
  /** REST names of the fields that were dropped. */
  readonly droppedFields: readonly string[];
}

export interface AdaptedRoutes {
  /** Routes with the least degradation first. Routes with equal degradation keep their order. */
  readonly candidates: readonly ChatCandidate[];
  /** See `rankByDegradation`. */
  readonly rankOf: (candidate: ChatCandidate) => number;
  readonly adaptedCallOf: (candidate: ChatCandidate) => AdaptedCall;
}

export interface AdaptOptions {
  readonly call: ChatCall;
  readonly candidates: readonly ChatCandidate[];
  /** Fields of this call that a provider's protocol can't honour. */
  readonly unsupported: Unsupported;
  readonly tooLong: ContextCheck;
}

/**
 * How the call could be made possible. An operator's own row often lists too few capabilities. Dropping the field would
 * then be the wrong remedy.
 */
const hintOf = ({ capability, fields }: CapabilityGap): string => {
  if (capability === undefined)
    return fields.length === 0
      ? ""
      : " The operator of this gateway can have it left out instead: `unsupported: drop`.";
  const drop = fields.length === 0 ? "" : "; if not, have the field left out: `unsupported: drop`";
  return ` If it does, the operator of this gateway can add \`${capability}\` to its \`capabilities\`${drop}.`;
};

/** The call without what the model can't honour, and the names of those fields. @param before Fields that were dropped before. */
export const without = (call: ChatCall, gaps: readonly CapabilityGap[], before: readonly string[]): AdaptedCall => {
  const dropped = [...new Set(gaps.flatMap(({ fields }) => fields).filter((field) => call[field] !== undefined))];
  return { call: withoutFields(call, dropped), droppedFields: [...dropped.map(restName), ...before] };
};

const refusalOf = (gap: CapabilityGap): CenoteError => invalidRequest(gap.param, gap.message + hintOf(gap));

/** Whether the fields of a gap may be dropped from calls to the model. */
const isDroppable = ({ unsupported, mayDrop = [] }: ChatModel, { fields }: CapabilityGap): boolean =>
  fields.length > 0 && (unsupported === "drop" || fields.every((field) => mayDrop.includes(restName(field))));

/** The adapted call for a route that can't take the original call, and its degradation. */
interface Adapted {
  readonly adaptedCall: AdaptedCall;
  readonly degradation: RouteDegradation;
}

interface Refused {
  readonly refusal: CapabilityGap;
}

/** @returns A function that adapts the call to a route, or returns undefined if the route takes it unchanged. */
const createAdapt = ({ call, unsupported, tooLong }: Omit<AdaptOptions, "candidates">) => {
  const assessAsked = createAssess(call, unsupported);
  const insteadOf = createInstead(call, unsupported);
  return (candidate: ChatCandidate): Adapted | Refused | undefined => {
    const { model } = candidate;
    const long = tooLong(candidate);
    const asked = assessAsked(candidate);
    const { assessed, weaker } = insteadOf(candidate, asked) ?? { assessed: asked, weaker: [] };
    const gaps = [...assessed.gaps, ...(long === undefined ? [] : [long])];
    const refusal = gaps.find((gap) => !isDroppable(model, gap));
    if (refusal !== undefined) return { refusal };
    const left = alwaysDroppable(assessed.fields);
    const needless = needlessOf(call, model);
    if (assessed.call === call && gaps.length + left.length + needless.length === 0) return undefined;
    const sent = withoutFields(assessed.call, needless);
    const adaptedCall = without(sent, gaps, [...left.filter(isReported), ...weaker]);
    const unreported = left.filter((one) => !isReported(one));
    return {
      adaptedCall,
      degradation: {
        all: degradationOf(call, [...adaptedCall.droppedFields, ...unreported]),
        alwaysDroppable: degradationOf(call, [...left, ...weaker]),
      },
    };
  };
};

/**
 * Selects the routes that can take a call, and adapts the call to each of them. A route that can't honour a field is
 * excluded, unless its model has `unsupported: drop` or names the field in `may_drop`: then it gets the call without the
 * field. Fields that every route may drop (`alwaysDroppable`) exclude no route. A route that can't honour a JSON format may
 * get the format as text (`createInstead`). Errors: invalid_request_error that names the field, if no route remains.
 */
export const adaptRoutes = (options: AdaptOptions): AdaptedRoutes => {
  const { call, candidates } = options;
  const kept: ChatCandidate[] = [];
  const adaptedCalls = new Map<ChatCandidate, AdaptedCall>();
  const degradations = new Map<ChatCandidate, RouteDegradation>();
  const adapt = createAdapt(options);
  let firstRefusal: CapabilityGap | undefined;
  for (const candidate of candidates) {
    const adapted = adapt(candidate);
    if (adapted === undefined) {
      kept.push(candidate);
    } else if ("refusal" in adapted) {
      firstRefusal ??= adapted.refusal;
    } else {
      kept.push(candidate);
      adaptedCalls.set(candidate, adapted.adaptedCall);
      if (adapted.degradation.all > 0) degradations.set(candidate, adapted.degradation);
    }
  }
  if (kept.length === 0 && firstRefusal !== undefined) throw refusalOf(firstRefusal);
  const rankOf = rankByDegradation(kept, degradations);
  const unchanged: AdaptedCall = { call, droppedFields: [] };
  return {
    candidates: degradations.size === 0 ? kept : kept.sort((a, b) => rankOf(a) - rankOf(b)),
    rankOf,
    adaptedCallOf: (candidate) => adaptedCalls.get(candidate) ?? unchanged,
  };
};
