import { CenoteError, type Clock, type Log, sleep, toCenoteError } from "@cenote/core";
import type { AdmitResponse, BillingService, CallContext, CallRecord, RateLimits, UsageLine } from "@cenote/contracts";

/** A call's money: one hold, then one charge or none. */
export interface PaidCall {
  readonly rateLimits: RateLimits | undefined;
  /** Resolves when the hold is durable; nothing may reach the caller before. Errors: insufficient_balance. */
  readonly confirmed: Promise<void>;
  /** Why the hold did not come to be, once that is known. */
  readonly refusal: CenoteError | undefined;
  /** Raises the hold. Errors: insufficient_balance, where the configuration stops streams that outspend the balance. */
  grow(estimate: readonly UsageLine[]): Promise<void>;
  /** Charges `usage`; durable when it resolves. */
  settle(usage: readonly UsageLine[], record: CallRecord): Promise<Cost>;
  /** Nothing was delivered: gives the hold back. Failure is logged, the hold then expires by itself. */
  release(record: CallRecord): Promise<void>;
}

export interface Cost {
  /** Exact decimal. */
  readonly costUsd: string;
  readonly costNanoMxn: bigint;
}

export interface AdmitOptions {
  readonly billing: BillingService;
  readonly clock: Clock;
  readonly log: Log;
  readonly context: CallContext;
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  readonly holdTtlMs: number;
}

/** Tries of a settlement while billing is away: about half a minute in all. */
const SETTLE_TRIES = 8;
const SETTLE_BACKOFF_MS = 250;

/** Asks billing to let the call in. Errors: those of BillingService.admit. */
export const admitCall = async (options: AdmitOptions): Promise<PaidCall> => {
  const { billing, clock, log, context, model, estimate, holdTtlMs } = options;
  const admitted: AdmitResponse = await billing.admit({ context, model, estimate: [...estimate], holdTtlMs });
  const confirmed = billing.confirmHold({ context }).then(() => {});
  let refusal: CenoteError | undefined;
  confirmed.catch((error: unknown) => { refusal = toCenoteError(error); });

  return {
    rateLimits: admitted.rateLimits,
    confirmed,
    get refusal() {
      return refusal;
    },
    async grow(larger) {
      await billing.growHold({ context, model, estimate: [...larger] });
    },
    async settle(usage, record) {
      const request = { context, model, usage: [...usage], record };
      for (let tries = 1; ; tries++) {
        try {
          const { costUsd, costNanoMxn } = await billing.settle(request);
          return { costUsd, costNanoMxn };
        } catch (error) {
          if (!(error instanceof CenoteError && error.code === "overloaded") || tries === SETTLE_TRIES) throw error;
          log.warn({ requestId: context.requestId, tries }, "settlement is tried again");
          await sleep(clock, SETTLE_BACKOFF_MS * 2 ** (tries - 1));
        }
      }
    },
    async release(record) {
      try {
        await billing.release({ context, model, record });
      } catch (error) {
        log.warn({ requestId: context.requestId, error }, "hold not released; it will expire");
      }
    },
  };
};
