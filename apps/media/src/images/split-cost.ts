import type { Cost } from "@cenote/calls";
import { type Decimal, formatDecimal, parseDecimal } from "@cenote/core";

/**
 * The cost of each of several equal items. Their dollars divide exactly, being a multiple of one price; of the pesos,
 * which were rounded once in total, the first items carry the nano-pesos left over. The parts always add up to the
 * whole.
 */
export const splitCost = (total: Cost, items: number): Cost[] => {
  const costUsd = formatDecimal(divideExactly(parseDecimal(total.costUsd), BigInt(items)));
  const each = total.costNanoMxn / BigInt(items);
  const left = Number(total.costNanoMxn % BigInt(items));
  return Array.from({ length: items }, (_, index) => ({ costUsd, costNanoMxn: index < left ? each + 1n : each }));
};

/** Enough for every divisor up to 8 that the number is a multiple of. */
const MAX_DIGITS = 3;

const divideExactly = ({ units, scale }: Decimal, divisor: bigint): Decimal => {
  for (let digits = 0; digits <= MAX_DIGITS; digits += 1) {
    const widened = units * 10n ** BigInt(digits);
    if (widened % divisor === 0n) return { units: widened / divisor, scale: scale + digits };
  }
  throw new RangeError(`${units}e-${scale} is no multiple of ${divisor}`);
};
