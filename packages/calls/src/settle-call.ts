import type { BillingService, SettleRequest } from "@cenote/contracts";
import type { Clock, Log } from "@cenote/core";
import { untilBillingAnswers } from "./until-billing-answers";

export interface SettleParts {
  readonly billing: BillingService;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Cost {
  /** Exact decimal. */
  readonly costUsd: string;
  readonly costNanoMxn: bigint;
}

/** Longer than it takes to notice that billing hangs, kill it and start it again; shorter than what a hold has left. */
const SETTLE_PATIENCE_MS = 45_000;

export const requestSettlement = async (
  parts: SettleParts,
  request: SettleRequest,
  patienceMs: number,
): Promise<Cost> => {
  const { costUsd, costNanoMxn } = await untilBillingAnswers(parts, {
    ask: () => parts.billing.settle(request),
    patienceMs,
    what: "settlement",
    requestId: request.context?.requestId,
  });
  return { costUsd, costNanoMxn };
};

/**
 * Charges a call, once, and tries for 45 s. Durable when it resolves. Errors: those of BillingService.settle. If
 * it is not known whether the charge was made, the error is not retryable: a new call might pay again.
 */
export const settleCall = (parts: SettleParts, request: SettleRequest): Promise<Cost> =>
  requestSettlement(parts, request, SETTLE_PATIENCE_MS);
