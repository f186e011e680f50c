import type { SettleRequest } from "@cenote/contracts";
import type { BillingParts, Cost } from "./settle-call";

/** The existing charge under a call's request id; undefined if there is none. Errors: those of billing. */
export const standingCharge = async (
  { billing }: Pick<BillingParts, "billing">,
  { context }: Pick<SettleRequest, "context">,
): Promise<Cost | undefined> => {
  const { organizationId = "", requestId = "" } = context ?? {};
  const { entries } = await billing.getCharges({ organizationId, requestIds: [requestId] });
  const [entry] = entries;
  return entry?.charge === undefined ? undefined : { costUsd: entry.charge.costUsd, costNanoMxn: -entry.amountNanoMxn };
};
