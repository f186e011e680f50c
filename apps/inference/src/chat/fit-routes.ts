import type { Model } from "@cenote/catalog";
import { type CenoteError, invalidRequest } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { type Lack, isTold, leftOut, needlessOf, restName } from "./capabilities";
import type { ContextCheck } from "./context-limit";
import { createInstead } from "./instead-of-format";
import { type Unsupported, createJudge, omit } from "./judged-call";
import { lossOf } from "./loss";

/** A call as one route gets it. */
export interface ChatFit {
  readonly call: ChatCall;
  /** What was left out, as REST names it. */
  readonly droppedFields: readonly string[];
}

export interface FittingRoutes {
  /** Those that lose least of the call first; of equals as they were given. */
  readonly candidates: readonly Candidate[];
  /** What a route loses of the call; of what any route may leave out only what its model's best route does not. */
  readonly rankOf: (candidate: Candidate) => number;
  readonly fitOf: (candidate: Candidate) => ChatFit;
}

export interface FitOptions {
  readonly call: ChatCall;
  readonly candidates: readonly Candidate[];
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

/** The call without what the model lacks, and the names of those fields. @param told Fields that were dropped before. */
export const without = (call: ChatCall, lacks: readonly Lack[], told: readonly string[]): ChatFit => {
  const dropped = new Set(lacks.flatMap(({ fields }) => fields).filter((field) => call[field] !== undefined));
  return { call: omit(call, dropped), droppedFields: [...[...dropped].map(restName), ...told] };
};

const refusalOf = (lack: Lack): CenoteError => invalidRequest(lack.param, lack.message + hintOf(lack));

/** Whether what is lacked may be left out of a call of the model. */
const isDroppable = ({ unsupported, mayDrop = [] }: Model, { fields }: Lack): boolean =>
  fields.length > 0 && (unsupported === "drop" || fields.every((field) => mayDrop.includes(restName(field))));

/** What a route loses of a call. */
interface Loss {
  readonly all: number;
  /** The part of it that is due to fields any route may leave out. */
  readonly leftOut: number;
}
const NO_LOSS: Loss = { all: 0, leftOut: 0 };

/**
 * What each model's best route leaves out is no loss: it is a choice among the routes of that model, and no reason to
 * ask another one first than the caller does.
 */
const sparedOf = (routes: readonly Candidate[], lossOfRoute: (route: Candidate) => Loss): ReadonlyMap<Model, number> =>
  new Map(
    [...Map.groupBy(routes, ({ model }) => model)].map(([model, ofModel]) => {
      const best = ofModel.map(lossOfRoute).reduce((least, one) => (one.all < least.all ? one : least));
      return [model, best.leftOut];
    }),
  );

/**
 * Which routes can take a call, and with which of its fields. A route that can't honour a field is excluded, unless its
 * model says `unsupported: drop` or names the field in `may_drop`: then it gets the call without that field. Fields
 * that any route may leave out (`leftOut`) exclude none. A route that can't honour a JSON format may get it in words
 * (`createInstead`). Errors: invalid_request_error that names the field, if no route remains.
 */
export const fitRoutes = ({ call, candidates, unsupported, tooLong }: FitOptions): FittingRoutes => {
  const kept: Candidate[] = [];
  const fits = new Map<Candidate, ChatFit>();
  const losses = new Map<Candidate, Loss>();
  const lossOfRoute = (candidate: Candidate): Loss => losses.get(candidate) ?? NO_LOSS;
  const judgeAsked = createJudge(call, unsupported);
  const insteadOf = createInstead(call, unsupported);
  let refusal: Lack | undefined;
  for (const candidate of candidates) {
    const { model } = candidate;
    const long = tooLong(candidate);
    const asked = judgeAsked(candidate);
    const { judged, weaker } = insteadOf(candidate, asked) ?? { judged: asked, weaker: [] };
    const lacks = [...judged.lacks, ...(long === undefined ? [] : [long])];
    const refused = lacks.find((lack) => !isDroppable(model, lack));
    refusal ??= refused;
    if (refused !== undefined) continue;
    kept.push(candidate);
    const left = leftOut(judged.fields);
    const needless = needlessOf(call, model);
    if (judged.call === call && lacks.length + left.length + needless.length === 0) continue;
    const sent = needless.length === 0 ? judged.call : omit(judged.call, new Set(needless));
    const fit = without(sent, lacks, [...left.filter(isTold), ...weaker]);
    fits.set(candidate, fit);
    const all = lossOf(call, [...fit.droppedFields, ...left.filter((one) => !isTold(one))]);
    if (all > 0) losses.set(candidate, { all, leftOut: lossOf(call, [...left, ...weaker]) });
  }
  if (kept.length === 0 && refusal !== undefined) throw refusalOf(refusal);
  const spared = losses.size === 0 ? undefined : sparedOf(kept, lossOfRoute);
  const rankOf = (candidate: Candidate): number => lossOfRoute(candidate).all - (spared?.get(candidate.model) ?? 0);
  const unchanged: ChatFit = { call, droppedFields: [] };
  return {
    candidates: losses.size === 0 ? kept : kept.sort((a, b) => rankOf(a) - rankOf(b)),
    rankOf,
    fitOf: (candidate) => fits.get(candidate) ?? unchanged,
  };
};
