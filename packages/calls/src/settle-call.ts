import type { BillingService, SettleRequest } from "@cenote/contracts";
import { CenoteError, type Clock, type Log, sleep, toCenoteError } from "@cenote/core";

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

/** Tries of a settlement while billing is away: about half a minute in all. */
const SETTLE_TRIES = 8;
const SETTLE_BACKOFF_MS = 250;

/** Whether billing said no. Any other failure leaves open whether it did what it was asked. */
export const isRefusal = (error: CenoteError): boolean => !error.row.retryable;

/**
 * Charges a call, with patience while billing is away; durable when it resolves, and the same request again charges nothing.
 * Errors: those of BillingService.settle. Where it is not known whether the charge was made, the error says not to retry: a
 * new call might pay again.
 */
export const settleCall = async ({ billing, clock, log }: SettleParts, request: SettleRequest): Promise<Cost> => {
  for (let tries = 1; ; tries++) {
    try {
      const { costUsd, costNanoMxn } = await billing.settle(request);
      return { costUsd, costNanoMxn };
    } catch (thrown) {
      const error = toCenoteError(thrown);
      if (isRefusal(error)) throw error;
      if (error.code !== "overloaded" || tries === SETTLE_TRIES) throw new CenoteError(error.code, error.message, { retryable: false, cause: thrown });
      log.warn({ requestId: request.context?.requestId, tries }, "settlement is tried again");
      await sleep(clock, SETTLE_BACKOFF_MS * 2 ** (tries - 1));
    }
  }
};
