import { formatMxn, shortestDecimal } from "@cenote/core";

/**
 * The two costs as JSON members. Money is printed digit by digit as it was counted: it never passes through a float.
 * @param costUsd Exact decimal. Throws RangeError where it is none.
 */
export const costMembers = (costUsd: string, costNanoMxn: bigint): string =>
  `"cost_usd":${shortestDecimal(costUsd)},"cost_mxn":${formatMxn(costNanoMxn)}`;
