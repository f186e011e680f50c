import { formatMxn, shortestDecimal } from "@cenote/core";

/**
 * The two costs as JSON members. Money is printed digit by digit and never becomes a float.
 * @param costUsd Exact decimal. Throws RangeError if it is not one.
 */
export const costMembers = (costUsd: string, costNanoMxn: bigint): string =>
  `"cost_usd":${shortestDecimal(costUsd)},"cost_mxn":${formatMxn(costNanoMxn)}`;
