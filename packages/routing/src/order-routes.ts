import type { Candidate } from "./candidates";

export interface OrderOptions {
  /** 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Recent time to the first content of a route; undefined while there is none. */
  readonly latencyMs: (candidate: Candidate) => number | undefined;
  /** Those of another rank share nothing: one that can't do all of the call is not drawn before one that can. */
  readonly rankOf: (candidate: Candidate) => number;
}

/** Share of draws among equals that pass the fastest over, so that a route that has recovered is found again. */
const EXPLORED_SHARE = 0.1;

/** Neighbours that share: those of one model and rank that state a weight. */
const groupFrom = (candidates: readonly Candidate[], start: number, rankOf: OrderOptions["rankOf"]): readonly Candidate[] => {
  const [first, ...others] = candidates.slice(start);
  if (first?.weight === undefined) return candidates.slice(start, start + 1);
  const sharing = others.findIndex((other) => other.weight === undefined || other.model !== first.model || rankOf(other) !== rankOf(first));
  return candidates.slice(start, sharing === -1 ? undefined : start + 1 + sharing);
};

/** Each place is drawn by weight among those that are left. */
const drawByWeight = (group: readonly Candidate[], random: () => number): Candidate[] => {
  const left = [...group];
  const drawn: Candidate[] = [];
  while (left.length > 0) {
    let place = random() * left.reduce((sum, { weight = 0 }) => sum + weight, 0);
    const index = left.findIndex(({ weight = 0 }) => (place -= weight) < 0);
    // Rounding may leave the sum a hair below the draw: then it is the last one's.
    drawn.push(...left.splice(index === -1 ? left.length - 1 : index, 1));
  }
  return drawn;
};

/** The recently faster first; one that was never measured is measured now. */
const drawByLatency = (group: readonly Candidate[], { random, latencyMs }: OrderOptions): Candidate[] =>
  random() < EXPLORED_SHARE
    ? drawByWeight(group, random)
    : group.map((candidate) => ({ candidate, ms: latencyMs(candidate) ?? -1 })).sort((a, b) => a.ms - b.ms).map(({ candidate }) => candidate);

const areEqual = (group: readonly Candidate[]): boolean => group.every(({ weight }) => weight === group[0]?.weight);

/**
 * The order in which one call tries its routes. A route without a weight keeps its place; neighbours that state weights
 * share theirs: drawn by weight, or by recent latency where all weights are equal.
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
