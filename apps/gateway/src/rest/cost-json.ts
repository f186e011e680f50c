import type { CallInfo } from "@cenote/contracts";
import { formatMxn, shortestDecimal } from "@cenote/core";
import { isForOpenRouter } from "./edition";

/**
 * The two costs as JSON members. Money is printed digit by digit, and never becomes a float.
 * @param costUsd An exact decimal; otherwise throws RangeError.
 */
export const costMembers = (costUsd: string, costNanoMxn: bigint): string =>
  `"cost_usd":${shortestDecimal(costUsd)},"cost_mxn":${formatMxn(costNanoMxn)}`;

/** The same, plus `cost`, OpenRouter's name of the first. */
export const chatCostMembers = (
  { costUsd, costNanoMxn }: { readonly costUsd: string; readonly costNanoMxn: bigint },
  info: CallInfo | undefined,
): string => {
  const members = costMembers(costUsd, costNanoMxn);
  return isForOpenRouter(info) ? `${members},"cost":${shortestDecimal(costUsd)}` : members;
};
