import type { Candidate } from "./candidates";

export interface OrderOptions {
  /** 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Recent time to first content of a route; undefined if never measured. */
  readonly latencyMs: (candidate: Candidate) => number | undefined;
  /**
   * Weighted draws are made only within a rank, so that a route that can't honour all of the call is never drawn before
   * one that can.
   */
  readonly rankOf: (candidate: Candidate) => number;
}

/** Share of draws among equal weights that ignore latency, so that a route that has become faster is measured again. */
const EXPLORED_SHARE = 0.1;

/** The adjacent routes that are drawn from together: same model, same rank, each with a weight. */
const groupFrom = (
  candidates: readonly Candidate[],
  start: number,
  rankOf: OrderOptions["rankOf"],
): readonly Candidate[] => {
  const [first, ...others] = candidates.slice(start);
  if (first?.weight === undefined) return candidates.slice(start, start + 1);
  const sharing = others.findIndex(
    (other) => other.weight === undefined || other.model !== first.model || rankOf(other) !== rankOf(first),
  );
  return candidates.slice(start, sharing === -1 ? undefined : start + 1 + sharing);
};

/** Draws each place by weight from the remaining routes. */
const drawByWeight = (group: readonly Candidate[], random: () => number): Candidate[] => {
  const left = [...group];
  const drawn: Candidate[] = [];
  while (left.length > 0) {
    let place = random() * left.reduce((sum, { weight = 0 }) => sum + weight, 0);
    const index = left.findIndex(({ weight = 0 }) => (place -= weight) < 0);
    // Rounding can make the draw exceed the sum. The index is then -1, for which `splice` removes the last route.
    drawn.push(...left.splice(index, 1));
  }
  return drawn;
};

/** Orders by recent latency, fastest first. Routes without a measurement come before all others, to get one. */
const drawByLatency = (group: readonly Candidate[], { random, latencyMs }: OrderOptions): Candidate[] =>
  random() < EXPLORED_SHARE
    ? drawByWeight(group, random)
    : group
        .map((candidate) => ({ candidate, ms: latencyMs(candidate) ?? -1 }))
        .sort((a, b) => a.ms - b.ms)
        .map(({ candidate }) => candidate);

const areEqual = (group: readonly Candidate[]): boolean => group.every(({ weight }) => weight === group[0]?.weight);

/**
 * The order in which a call tries its routes. A route without a weight keeps its place. Adjacent routes with weights are
 * drawn by weight, or ordered by recent latency if all their weights are equal.
 */
export const orderRoutes = (candidates: readonly Candidate[], options: OrderOptions): readonly Candidate[] => {
  if (candidates.every(({ weight }) => weight === undefined)) return candidates;
  const ordered: Candidate[] = [];
  while (ordered.length < candidates.length) {
    const group = groupFrom(candidates, ordered.length, options.rankOf);
    if (group.length === 1) ordered.push(...group);
    else ordered.push(...(areEqual(group) ? drawByLatency(group, options) : drawByWeight(group, options.random)));
  }
  return ordered;
};
