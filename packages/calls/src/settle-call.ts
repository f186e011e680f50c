import type { BillingService, SettleRequest, SettleResponse } from "@cenote/contracts";
import { answeredWithin, CenoteError, type Clock, type Log, NoAnswer, sleep, toCenoteError } from "@cenote/core";

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

/** How long a settlement is retried, pauses included. */
const SETTLE_PATIENCE_MS = 30_000;
/**
 * Time limit of a retry; longer than billing takes to notice that its database is away. The first try is limited only
 * by that or by the connection's deadline, because a timer for every call that goes well would cost more than it saves.
 */
const SETTLE_TRY_MS = 10_000;
/** Pause before the second try; doubles each time, up to the longest. */
const SETTLE_BACKOFF_MS = 250;
const SETTLE_LONGEST_BACKOFF_MS = 4_000;

/** Whether billing refused. After any other failure it is not known whether it acted. */
export const isRefusal = (error: CenoteError): boolean => !error.row.retryable;

/** A try that is not answered in time has an unknown outcome, as when billing is away. */
const tryAgain = async (
  { billing, clock }: SettleParts,
  request: SettleRequest,
  limitMs: number,
): Promise<SettleResponse> => {
  try {
    return await answeredWithin(clock, limitMs, billing.settle(request));
  } catch (thrown) {
    throw thrown instanceof NoAnswer
      ? new CenoteError("overloaded", "Billing does not answer.", { cause: thrown })
      : thrown;
  }
};

/**
 * Charges a call. Only a refusal by billing is final. After any other failure the request is repeated for half a minute:
 * it is never charged twice, and another replica of billing may succeed, since this one may be down or have another
 * internal token. Durable when it resolves. Errors: those of BillingService.settle. If it is not known whether the charge was made, the
 * error is not retryable: a new call might pay again.
 */
export const settleCall = async (parts: SettleParts, request: SettleRequest): Promise<Cost> => {
  const { billing, clock, log } = parts;
  const untilMs = clock.monotonicMs() + SETTLE_PATIENCE_MS;
  for (
    let tries = 1, backoffMs = SETTLE_BACKOFF_MS;
    ;
    tries++, backoffMs = Math.min(backoffMs * 2, SETTLE_LONGEST_BACKOFF_MS)
  ) {
    try {
      const settling =
        tries === 1
          ? billing.settle(request)
          : tryAgain(parts, request, Math.min(SETTLE_TRY_MS, untilMs - clock.monotonicMs()));
      const { costUsd, costNanoMxn } = await settling;
      return { costUsd, costNanoMxn };
    } catch (thrown) {
      const error = toCenoteError(thrown);
      if (isRefusal(error)) throw error;
      if (clock.monotonicMs() + backoffMs >= untilMs)
        throw new CenoteError(error.code, error.message, { retryable: false, cause: thrown });
      log.warn({ requestId: request.context?.requestId, tries, error }, "settlement failed and is retried");
      await sleep(clock, backoffMs);
    }
  }
};
