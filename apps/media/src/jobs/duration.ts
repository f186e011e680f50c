/** The lengths that a model's row allows, seconds. */
export interface Lengths {
  readonly defaultDurationS: number;
  readonly maxDurationS: number;
  /** Supported lengths, ascending; empty if the model makes every length up to the maximum. */
  readonly durationsS: readonly number[];
}

/**
 * The length that is made and billed: the longest supported one that is not longer than asked for, or the shortest if
 * all are longer. Undefined if the length asked for is below 1 or above the maximum.
 */
export const chooseDuration = (
  { defaultDurationS, maxDurationS, durationsS }: Lengths,
  askedS: number | undefined,
): number | undefined => {
  if (askedS === undefined) return defaultDurationS;
  if (!Number.isInteger(askedS) || askedS < 1 || askedS > maxDurationS) return undefined;
  if (durationsS.length === 0) return askedS;
  return durationsS.findLast((offeredS) => offeredS <= askedS) ?? durationsS[0];
};
