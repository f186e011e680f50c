import type { ChatModel } from "@cenote/catalog";
import { type CenoteError, invalidRequest } from "@cenote/core";
import { type ChatCall, withoutFields } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type Lack, isReported, leftOut, needlessOf, restName } from "./capabilities";
import type { ContextCheck } from "./context-limit";
import { createInstead } from "./instead-of-format";
import { type Unsupported, createJudge } from "./judged-call";
import { lossOf } from "./loss";
import { type RouteLoss, rankByLoss } from "./rank-routes";

/** A call as one route gets it. */
export interface ChatFit {
  readonly call: ChatCall;
  /** What was left out, as REST names it. */
  readonly droppedFields: readonly string[];
}

export interface FittingRoutes {
  /** Those that lose least of the call first; of equals as they were given. */
  readonly candidates: readonly ChatCandidate[];
  /** See `rankByLoss`. */
  readonly rankOf: (candidate: ChatCandidate) => number;
  readonly fitOf: (candidate: ChatCandidate) => ChatFit;
}

export interface FitOptions {
  readonly call: ChatCall;
  readonly candidates: readonly ChatCandidate[];
  /** Fields of this call that a provider's protocol can't honour. */
  readonly unsupported: Unsupported;
  readonly tooLong: ContextCheck;
}

/**
 * How the call could be made possible. An operator's own row often lists too few capabilities: leaving the field out
 * would then be the wrong remedy.
 */
const hintOf = ({ capability, fields }: Lack): string => {
  if (capability === undefined)
    return fields.length === 0
      ? ""
      : " The operator of this gateway can have it left out instead: `unsupported: drop`.";
  const drop = fields.length === 0 ? "" : "; if not, have the field left out: `unsupported: drop`";
  return ` If it does, the operator of this gateway can add \`${capability}\` to its \`capabilities\`${drop}.`;
};

/** The call without what the model lacks, and the names of those fields. @param before Fields that were dropped before. */
export const without = (call: ChatCall, lacks: readonly Lack[], before: readonly string[]): ChatFit => {
  const dropped = [...new Set(lacks.flatMap(({ fields }) => fields).filter((field) => call[field] !== undefined))];
  return { call: withoutFields(call, dropped), droppedFields: [...dropped.map(restName), ...before] };
};

const refusalOf = (lack: Lack): CenoteError => invalidRequest(lack.param, lack.message + hintOf(lack));

/** Whether what is lacked may be left out of a call of the model. */
const isDroppable = ({ unsupported, mayDrop = [] }: ChatModel, { fields }: Lack): boolean =>
  fields.length > 0 && (unsupported === "drop" || fields.every((field) => mayDrop.includes(restName(field))));

/** The call as one route gets it, if that differs from what was asked, and what it loses. */
interface Adapted {
  readonly fit: ChatFit;
  readonly loss: RouteLoss;
}

interface Refused {
  readonly refusal: Lack;
}

/** @returns A function that adapts the call to a route, or returns undefined if the route takes it unchanged. */
const createAdapt = ({ call, unsupported, tooLong }: Omit<FitOptions, "candidates">) => {
  const judgeAsked = createJudge(call, unsupported);
  const insteadOf = createInstead(call, unsupported);
  return (candidate: ChatCandidate): Adapted | Refused | undefined => {
    const { model } = candidate;
    const long = tooLong(candidate);
    const asked = judgeAsked(candidate);
    const { judged, weaker } = insteadOf(candidate, asked) ?? { judged: asked, weaker: [] };
    const lacks = [...judged.lacks, ...(long === undefined ? [] : [long])];
    const refusal = lacks.find((lack) => !isDroppable(model, lack));
    if (refusal !== undefined) return { refusal };
    const left = leftOut(judged.fields);
    const needless = needlessOf(call, model);
    if (judged.call === call && lacks.length + left.length + needless.length === 0) return undefined;
    const sent = withoutFields(judged.call, needless);
    const fit = without(sent, lacks, [...left.filter(isReported), ...weaker]);
    const unreported = left.filter((one) => !isReported(one));
    return {
      fit,
      loss: {
        all: lossOf(call, [...fit.droppedFields, ...unreported]),
        leftOut: lossOf(call, [...left, ...weaker]),
      },
    };
  };
};

/**
 * Which routes can take a call, and with which of its fields. A route that can't honour a field is excluded, unless its
 * model says `unsupported: drop` or names the field in `may_drop`: then it gets the call without that field. Fields
 * that any route may leave out (`leftOut`) exclude none. A route that can't honour a JSON format may get it in words
 * (`createInstead`). Errors: invalid_request_error that names the field, if no route remains.
 */
export const fitRoutes = (options: FitOptions): FittingRoutes => {
  const { call, candidates } = options;
  const kept: ChatCandidate[] = [];
  const fits = new Map<ChatCandidate, ChatFit>();
  const losses = new Map<ChatCandidate, RouteLoss>();
  const adapt = createAdapt(options);
  let firstRefusal: Lack | undefined;
  for (const candidate of candidates) {
    const adapted = adapt(candidate);
    if (adapted === undefined) {
      kept.push(candidate);
    } else if ("refusal" in adapted) {
      firstRefusal ??= adapted.refusal;
    } else {
      kept.push(candidate);
      fits.set(candidate, adapted.fit);
      if (adapted.loss.all > 0) losses.set(candidate, adapted.loss);
    }
  }
  if (kept.length === 0 && firstRefusal !== undefined) throw refusalOf(firstRefusal);
  const rankOf = rankByLoss(kept, losses);
  const unchanged: ChatFit = { call, droppedFields: [] };
  return {
    candidates: losses.size === 0 ? kept : kept.sort((a, b) => rankOf(a) - rankOf(b)),
    rankOf,
    fitOf: (candidate) => fits.get(candidate) ?? unchanged,
  };
};
