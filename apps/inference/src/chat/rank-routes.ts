import type { ChatModel } from "@cenote/catalog";
import type { ChatCandidate } from "./chat-candidate";

/** What a route loses of a call, in the weights of `lossOf`. */
export interface RouteLoss {
  readonly all: number;
  /** The part of it that is due to fields any route may leave out. */
  readonly leftOut: number;
}

export type Losses = ReadonlyMap<ChatCandidate, RouteLoss>;

const NO_LOSS: RouteLoss = { all: 0, leftOut: 0 };

/**
 * What leaving fields out makes of a model's least loss is none: it is a choice among the routes of that model, and no
 * reason to ask another one first than the caller does.
 */
const sparedOf = (routes: readonly ChatCandidate[], losses: Losses): ReadonlyMap<ChatModel, number> =>
  new Map(
    [...Map.groupBy(routes, ({ model }) => model)].map(([model, ofModel]) => {
      const own = ofModel.map((route) => losses.get(route) ?? NO_LOSS);
      const least = Math.min(...own.map(({ all }) => all));
      return [model, least - Math.min(...own.map(({ all, leftOut }) => all - leftOut))];
    }),
  );

const allEqual = (): number => 0;

/**
 * The rank of each route: what it loses of the call; of what any route may leave out only what its model's routes can
 * do with. Pure.
 * @param losses Of the routes that lose something.
 */
export const rankByLoss = (routes: readonly ChatCandidate[], losses: Losses): ((route: ChatCandidate) => number) => {
  if (losses.size === 0) return allEqual;
  const spared = sparedOf(routes, losses);
  return (route) => (losses.get(route) ?? NO_LOSS).all - (spared.get(route.model) ?? 0);
};
