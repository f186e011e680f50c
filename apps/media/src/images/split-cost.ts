import type { Cost } from "@cenote/calls";
import { type Decimal, formatDecimal, parseDecimal } from "@cenote/core";

/**
 * The cost of each of several equal items. The dollars divide exactly, because they are a multiple of one price. The
 * pesos were rounded once in total, so the first items carry the remaining nano-pesos. The parts always add up to the
 * total.
 */
export const splitCost = (total: Cost, items: number): Cost[] => {
  const costUsd = formatDecimal(divideExactly(parseDecimal(total.costUsd), BigInt(items)));
  const each = total.costNanoMxn / BigInt(items);
  const left = Number(total.costNanoMxn % BigInt(items));
  return Array.from({ length: items }, (_, index) => ({ costUsd, costNanoMxn: index < left ? each + 1n : each }));
};

/** Enough decimals to divide by every number up to 8 that the dollars are a multiple of. */
const MAX_DIGITS = 3;

const divideExactly = ({ units, scale }: Decimal, divisor: bigint): Decimal => {
  for (let digits = 0; digits <= MAX_DIGITS; digits += 1) {
    const widened = units * 10n ** BigInt(digits);
    if (widened % divisor === 0n) return { units: widened / divisor, scale: scale + digits };
  }
  throw new RangeError(`${units}e-${scale} is no multiple of ${divisor}`);
};
