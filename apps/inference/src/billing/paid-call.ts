import { CenoteError, type Clock, type Log, sleep, toCenoteError } from "@cenote/core";
import type { AdmitResponse, BillingService, CallContext, CallRecord, RateLimits, SettleRequest, UsageLine } from "@cenote/contracts";

/** A call's money: one hold, then one charge or none. */
export interface PaidCall {
  readonly rateLimits: RateLimits | undefined;
  /** Resolves when the hold is durable; no part of an answer may reach the caller before. Errors: insufficient_balance. */
  confirm(): Promise<void>;
  /**
   * Raises the hold. @returns What is left of the balance after it, nano-pesos; below zero where it does not cover all holds.
   * Errors: insufficient_balance, where the configuration stops streams that outspend the balance.
   */
  grow(model: string, estimate: readonly UsageLine[]): Promise<bigint>;
  /** Charges what was delivered; durable when it resolves. */
  settle(charge: CallCharge): Promise<Cost>;
  /** The same for an answer that nobody has seen yet: errors also with insufficient_balance, where the hold was refused after all. */
  settleUndelivered(charge: CallCharge): Promise<Cost>;
  /** Nothing was delivered: gives the hold back. Failure is logged, the hold then expires by itself. */
  release(record: CallRecord): Promise<void>;
}

export interface CallCharge {
  /** The one that answered: it may be another than the one that was asked for. */
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
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
  /** The one whose price is held, where another than `model` may answer. */
  readonly heldModel?: string;
  readonly estimate: readonly UsageLine[];
  readonly holdTtlMs: number;
}

/** Tries of a settlement while billing is away: about half a minute in all. */
const SETTLE_TRIES = 8;
const SETTLE_BACKOFF_MS = 250;

/** Whether billing said no. Any other failure leaves open whether it did what it was asked. */
export const isRefusal = (error: CenoteError): boolean => !error.row.retryable;

/**
 * Charges a call, with patience while billing is away; durable when it resolves. Errors: those of BillingService.settle.
 * Where it is not known whether the charge was made, the error says not to retry: a new call might pay again.
 */
export const settleCall = async (options: Pick<AdmitOptions, "billing" | "clock" | "log">, request: SettleRequest): Promise<Cost> => {
  const { billing, clock, log } = options;
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

/** Asks billing to let the call in. Errors: those of BillingService.admit. */
export const admitCall = async (options: AdmitOptions): Promise<PaidCall> => {
  const { billing, log, context, model, heldModel = model, estimate, holdTtlMs } = options;
  const admitted: AdmitResponse = await billing.admit({ context, model: heldModel, estimate: [...estimate], holdTtlMs });
  const charge = (request: SettleRequest): Promise<Cost> => settleCall(options, request);

  return {
    rateLimits: admitted.rateLimits,
    async confirm() {
      await billing.confirmHold({ context });
    },
    async grow(answering, larger) {
      return (await billing.growHold({ context, model: answering, estimate: [...larger] })).availableNanoMxn;
    },
    settle: (call) => charge({ ...call, context, usage: [...call.usage], requiresHold: false }),
    settleUndelivered: (call) => charge({ ...call, context, usage: [...call.usage], requiresHold: true }),
    async release(record) {
      try {
        await billing.release({ context, model, record });
      } catch (error) {
        log.warn({ requestId: context.requestId, error }, "hold not released; it will expire");
      }
    },
  };
};
