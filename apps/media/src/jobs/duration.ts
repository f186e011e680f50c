/** What a model's row says of lengths, seconds. */
export interface Lengths {
  readonly defaultDurationS: number;
  readonly maxDurationS: number;
  /** Lengths it makes, ascending; empty where it makes every one up to the maximum. */
  readonly durationsS: readonly number[];
}

/**
 * The length that is made and billed: the longest one offered that is not longer than asked for, or the shortest if all
 * are. Undefined if what is asked for is below 1 or above the maximum.
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
