/** @param share 0 to 1. NaN for no values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)]!;
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of the ratios per round: a disturbance affects both values of a round. */
export const medianRatio = (values: readonly number[], others: readonly number[]): number =>
  median(values.slice(0, others.length).map((value, index) => value / others[index]!));

export const medianDifference = (values: readonly number[], others: readonly number[]): number =>
  median(values.slice(0, others.length).map((value, index) => value - others[index]!));
