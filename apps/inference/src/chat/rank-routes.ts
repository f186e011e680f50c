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
 * What is deducted from the losses of a model's routes: the part of the least of them that is due to fields any route may
 * leave out. Such fields decide among the routes of one model, and are no reason to try another model before the one that
 * the caller asked for first.
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
 * The rank of each route: what it loses of the call, minus what is spared its model. Pure.
 * @param losses Of the routes that lose something.
 */
export const rankByLoss = (routes: readonly ChatCandidate[], losses: Losses): ((route: ChatCandidate) => number) => {
  if (losses.size === 0) return allEqual;
  const spared = sparedOf(routes, losses);
  return (route) => (losses.get(route) ?? NO_LOSS).all - (spared.get(route.model) ?? 0);
};
