import type { ChatModel } from "@cenote/catalog";
import type { ChatCandidate } from "./chat-candidate";

/** How much a route degrades a call, as `degradationOf` computes it. */
export interface RouteDegradation {
  readonly all: number;
  /** The part of it that is due to fields that every route may drop. */
  readonly alwaysDroppable: number;
}

export type Degradations = ReadonlyMap<ChatCandidate, RouteDegradation>;

const NO_DEGRADATION: RouteDegradation = { all: 0, alwaysDroppable: 0 };

/**
 * The deduction for each model: the part of its least degradation that is due to fields that every route may drop. Such
 * fields decide among the routes of one model. They are no reason to try another model before the requested one.
 */
const sparedOf = (routes: readonly ChatCandidate[], degradations: Degradations): ReadonlyMap<ChatModel, number> =>
  new Map(
    [...Map.groupBy(routes, ({ model }) => model)].map(([model, ofModel]) => {
      const own = ofModel.map((route) => degradations.get(route) ?? NO_DEGRADATION);
      const least = Math.min(...own.map(({ all }) => all));
      return [model, least - Math.min(...own.map(({ all, alwaysDroppable }) => all - alwaysDroppable))];
    }),
  );

const allEqual = (): number => 0;

/**
 * The rank of each route: its degradation, minus the deduction of its model. Pure.
 * @param degradations Those of the routes that degrade the call.
 */
export const rankByDegradation = (
  routes: readonly ChatCandidate[],
  degradations: Degradations,
): ((route: ChatCandidate) => number) => {
  if (degradations.size === 0) return allEqual;
  const spared = sparedOf(routes, degradations);
  return (route) => (degradations.get(route) ?? NO_DEGRADATION).all - (spared.get(route.model) ?? 0);
};
