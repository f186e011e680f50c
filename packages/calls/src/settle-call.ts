import type { BillingService, SettleRequest } from "@cenote/contracts";
import type { Background, Clock, Log } from "@cenote/core";
import { untilBillingAnswers } from "./until-billing-answers";

/** What a request to billing and its retries need. */
export interface BillingParts {
  readonly billing: BillingService;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SettleParts extends BillingParts {
  /** Runs charges of delivered answers that go on after their call has ended. */
  readonly background: Background;
}

export interface Cost {
  /** Exact decimal. */
  readonly costUsd: string;
  readonly costNanoMxn: bigint;
}

export const NO_COST: Cost = { costUsd: "0", costNanoMxn: 0n };

/** Longer than it takes to detect a hung billing service and restart it; shorter than a hold's remaining time to live. */
const SETTLE_PATIENCE_MS = 45_000;

export const requestSettlement = async (
  parts: BillingParts,
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
 * Charges a call once, with retries for 45 s. Durable when it resolves. Errors: those of BillingService.settle. If it is
 * unknown whether the charge was made, the error is not retryable: a new call might be charged again.
 */
export const settleCall = (parts: BillingParts, request: SettleRequest): Promise<Cost> =>
  requestSettlement(parts, request, SETTLE_PATIENCE_MS);
