import type { Catalog, CatalogSource } from "@cenote/catalog";
import { type Awaitable, CenoteError, type NanoMxn, ZERO_MXN } from "@cenote/core";
import {
  type Cost,
  type CostOptions,
  costOf,
  hasPrices,
  outputTokensFor,
  pesosOf,
  usageToHold,
  withOutput,
} from "@cenote/pricing";
import { isKeyBudget, renewalOf, renewalText } from "../keys/key-budget";
import type { HeldAmount, Ledger } from "../ledger/ledger";
import type { Budgets, CallRecord, Charge, UsageLine } from "../ledger/charge";
import { isFromCache } from "../ledger/stored-answer";
import type { CallLimits, LimitState } from "../limits/call-limits";
import { limitedCallOf, tokensOf } from "../limits/limited-call";
import { toRateLimits } from "../limits/to-rate-limits";
import type { LimitsOfCaller } from "../limits/limits-of-caller";
import type { Fx } from "../pricing/fx";
import type { Prices } from "../pricing/prices";
import { createTermsText, type Terms } from "../pricing/terms";

/** The payer of a call. */
export interface Caller {
  /** The request id. */
  readonly callId: string;
  readonly organizationId: string;
  /** Empty for a service that acts for the organization itself. */
  readonly keyId: string;
  /** The budgets of the call's client token and API key. */
  readonly budgets?: Budgets | undefined;
}

/** A call's way through billing: admitted, perhaps grown, then settled or released. */
export interface Admission {
  /**
   * Checks, in this order: model, exchange rate, limits, balance. Resolves once it is decided; the hold may not be
   * durable yet. Errors: model_not_found, invalid_request_error, overloaded, rate_limit_exceeded, insufficient_balance
   * (of the organization, or of the call's budget), idempotency_conflict.
   */
  admit(caller: Caller, command: AdmitCommand): Promise<Admitted>;
  /**
   * Whether the caller's budgets and balance cover the estimate, open holds aside. Nothing is held or counted. Errors:
   * model_not_found, insufficient_balance.
   */
  check(caller: Caller, command: Pick<AdmitCommand, "model" | "estimate">): Promise<void>;
  /**
   * Errors, if another replica was faster: insufficient_balance if it spent the balance or the budget, and the call is
   * over then; overloaded if it left enough of the budget for a smaller hold.
   */
  confirm(caller: Caller): Promise<void>;
  /**
   * Grows the hold as far as the call's budget allows, or the balance if the configuration says `overspend: stop`, and
   * renews hold and slot if it has a `ttlMs`.
   */
  grow(caller: Caller, command: GrowCommand): Promise<GrownHold>;
  /**
   * Charges at the terms of its admission. Durable when it resolves; the same call again gets the same answer. Errors:
   * invalid_request_error, insufficient_balance, idempotency_conflict.
   */
  settle(caller: Caller, command: SettleCommand): Promise<Cost & { readonly available: NanoMxn }>;
  release(caller: Caller, model: string, record: CallRecord): Promise<void>;
}

export interface Admitted {
  readonly held: NanoMxn;
  readonly limits: LimitState;
  /** The call must not spend more than there is: its hold has to grow before it makes more than was estimated. */
  readonly mustNotOverdraw: boolean;
  /**
   * Output tokens that the hold covers, and so all the call may make; undefined if it has no budget or makes no tokens.
   */
  readonly outputLimit: number | undefined;
  /** The prices and the rate that it is held for, as `grow` and `settle` take them. */
  readonly terms: string;
}

export interface GrownHold extends HeldAmount {
  /** Output tokens that the hold covers, if fewer than requested. */
  readonly coveredOutputTokens: number | undefined;
}

export interface AdmitCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  /** Output tokens it may make at most; those of the estimate without. */
  readonly mostOutputTokens?: number;
  /** Tokens for the limit per minute, where more are held than are expected; those of the estimate without. */
  readonly expectedTokens?: number;
  readonly ttlMs: number;
  /** It is settled long after its request was answered, as a video is. */
  readonly background?: boolean;
  /** Takes over from a process that is gone, so the hold may be open already. */
  readonly isResumed?: boolean;
  /** Answered from the cache: it holds nothing, and its settlement asks whether anything is left. */
  readonly isCached?: boolean;
}

export interface GrowCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  readonly ttlMs?: number | undefined;
  /** Of its admission; undefined for a call of an earlier version: the present prices and rate. */
  readonly terms?: string | undefined;
}

export interface SettleCommand {
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
  /** Nothing was delivered yet. */
  readonly requiresHold: boolean;
  /** See AdmitCommand. */
  readonly isResumed?: boolean | undefined;
  /** See GrowCommand. */
  readonly terms?: string | undefined;
}

export interface AdmissionOptions {
  readonly ledger: Pick<Ledger, "hold" | "confirmHold" | "growHold" | "settle" | "release" | "balance" | "spent">;
  readonly prices: Prices;
  readonly fx: Pick<Fx, "current" | "forNewCall">;
  readonly limits: CallLimits;
  readonly limitsOf: LimitsOfCaller;
  readonly catalog: CatalogSource;
  /** Called when a call is refused that needed at least this much and could not have it. Must not throw. */
  readonly onRefused?: (organizationId: string, needed: NanoMxn) => void;
}

export const createAdmission = ({
  ledger,
  prices,
  fx,
  limits,
  limitsOf,
  catalog,
  onRefused = () => {},
}: AdmissionOptions): Admission => {
  const termsText = createTermsText();

  /** Another model than the one held for may have answered: its present prices count, at the rate of the admission. */
  const termsOf = (model: string, usage: readonly UsageLine[], text: string | undefined): Awaitable<Terms> => {
    const held = text === undefined ? undefined : termsText.read(text);
    if (held?.prices.id === model && hasPrices(usage, held.prices)) return held;
    const rate = held?.rate ?? fx.current();
    const known = prices.forSettlement(model, usage);
    return known instanceof Promise
      ? known.then((modelPrices) => ({ prices: modelPrices, rate }))
      : { prices: known, rate };
  };

  /** The refusal of a call with budgets names them, and says when the API key's begins anew. */
  const refusalOf = (error: unknown, { organizationId, budgets }: Caller, needed: NanoMxn): unknown => {
    if (!isTooPoor(error) || error.retryable) return error;
    onRefused(organizationId, needed);
    return budgets === undefined ? error : refusalByBudgets(budgets);
  };

  return {
    async admit(caller, command) {
      const { model, estimate, mostOutputTokens, ttlMs, background = false, isResumed = false } = command;
      const { expectedTokens = tokensOf(estimate) } = command;
      const { budgets } = caller;
      const modelPrices = prices.ofModel(model);
      const rate = fx.forNewCall();
      const priced = {
        usage: usageToHold(estimate, modelPrices, budgets !== undefined),
        prices: modelPrices,
        mxnPerUsd: rate.mxnPerUsd,
      };
      const terms = termsText.write({ prices: modelPrices, rate });
      const amount = pesosOf(priced);
      const call = limitedCallOf(caller);
      const inForce = limitsOf(caller);
      const numbers = inForce instanceof Promise ? await inForce : inForce;
      const { organizationId } = caller;
      const admitting = limits.admit({
        ...call,
        organizationId,
        limits: numbers,
        tokens: expectedTokens,
        ttlMs,
        background,
      });
      const state = admitting instanceof Promise ? await admitting : admitting;
      if (command.isCached === true)
        return { held: ZERO_MXN, limits: state, mustNotOverdraw: false, outputLimit: undefined, terms };
      const bounds = budgets === undefined ? undefined : boundsOf(priced, mostOutputTokens);
      try {
        const holding = ledger.hold(caller.organizationId, {
          callId: caller.callId,
          amount,
          ttlMs,
          budgets,
          isNew: !isResumed,
          ...bounds,
        });
        const after = holding instanceof Promise ? await holding : holding;
        // As its hold, the slot is as the dead process left it.
        if (isResumed) limits.renew(call, ttlMs);
        return {
          held: after.held,
          limits: state,
          mustNotOverdraw: budgets !== undefined || stopsOverspend(catalog.current()),
          outputLimit: budgets === undefined ? undefined : outputTokensFor(after.held, priced),
          terms,
        };
      } catch (error) {
        if (isUsedId(error)) {
          // The slot belongs to the call that has used this id.
          await state.withdraw();
          throw error;
        }
        // Requests per minute belong to the key: otherwise a used-up token could exhaust them for everybody else, for
        // free. A key whose own budget is used up exhausts only its own.
        const isCounted = !(isTooPoor(error) && hasClientToken(caller));
        if (isCounted) await limits.finish(call, 0);
        else await state.withdraw();
        const refusal = refusalOf(error, caller, bounds?.needed ?? ZERO_MXN);
        throw isCounted && refusal instanceof CenoteError ? refusal.with({ rateLimits: toRateLimits(state) }) : refusal;
      }
    },
    async check(caller, { model, estimate }) {
      const { organizationId, budgets = [] } = caller;
      const modelPrices = prices.ofModel(model);
      const usage = usageToHold(estimate, modelPrices, true);
      const needed = pesosOf({ usage, prices: modelPrices, mxnPerUsd: fx.forNewCall().mxnPerUsd });
      const { balance } = await ledger.balance(organizationId);
      const spent = await ledger.spent(organizationId);
      if (budgets.some(({ id, limit }) => spent(id) + needed > limit) || (budgets.length > 0 && needed > balance))
        throw refusalOf(new CenoteError("insufficient_balance"), caller, needed);
    },
    async confirm(caller) {
      try {
        await ledger.confirmHold(caller.organizationId, caller.callId, caller.budgets);
      } catch (error) {
        if (isTooPoor(error)) await limits.finish(limitedCallOf(caller), 0);
        throw refusalOf(error, caller, ZERO_MXN);
      }
    },
    async grow(caller, { model, estimate, ttlMs, terms }) {
      const { prices: modelPrices, rate } = await termsOf(model, estimate, terms);
      const priced = {
        usage: usageToHold(estimate, modelPrices, caller.budgets !== undefined),
        prices: modelPrices,
        mxnPerUsd: rate.mxnPerUsd,
      };
      const amount = pesosOf(priced);
      const isBounded = stopsOverspend(catalog.current());
      const after = await ledger.growHold(caller.organizationId, { callId: caller.callId, amount, isBounded, ttlMs });
      if (ttlMs !== undefined) limits.renew(limitedCallOf(caller), ttlMs);
      // The caller's budgets count too: a hold that has expired no longer names any.
      const isLimited = isBounded || after.budgetLeft !== undefined || caller.budgets !== undefined;
      const isShort = isLimited && after.held < amount;
      return { ...after, coveredOutputTokens: isShort ? outputTokensFor(after.held, priced) : undefined };
    },
    async settle(caller, { model, usage, record, requiresHold, isResumed = false, terms }) {
      const known = termsOf(model, usage, terms);
      const { prices: modelPrices, rate } = known instanceof Promise ? await known : known;
      const { costUsd, costMxn } = costOf({ usage, prices: modelPrices, mxnPerUsd: rate.mxnPerUsd });
      const charge: Charge = {
        model,
        keyId: caller.keyId,
        usage,
        costUsd,
        record,
        markup: modelPrices.markupText,
        priceVersion: modelPrices.version,
        fx: { mxnPerUsd: rate.text, source: rate.source, atMs: rate.atMs },
        ...(caller.budgets !== undefined && { budgets: caller.budgets }),
      };
      const posted = await ledger
        .settle(caller.organizationId, {
          callId: caller.callId,
          amount: costMxn,
          charge,
          requiresHold,
          isNew: !isResumed && isFromCache(record),
        })
        .catch(async (error: unknown) => {
          // The call is over. Without a hold, as with a stored answer, no release would free its slot this soon.
          if (requiresHold && isTooPoor(error)) await limits.finish(limitedCallOf(caller), 0);
          throw refusalOf(error, caller, caller.budgets === undefined ? ZERO_MXN : costMxn);
        });
      const finishing = limits.finish(limitedCallOf(caller), tokensOf(usage));
      if (finishing instanceof Promise) await finishing;
      return { costUsd: posted.charge?.costUsd ?? costUsd, costMxn: posted.amount, available: posted.available };
    },
    async release(caller, model, record) {
      const { keyId, budgets } = caller;
      const charge: Charge = { ...UNPRICED, model, keyId, record, ...(budgets !== undefined && { budgets }) };
      // A call with a stored answer never had a hold, and the ledger would look for one that another replica may have made.
      if (!isFromCache(record)) await ledger.release(caller.organizationId, { callId: caller.callId, charge });
      await limits.finish(limitedCallOf(caller), 0);
    },
  };
};

const hasClientToken = ({ budgets = [] }: Caller): boolean => !budgets.every(isKeyBudget);

const refusalByBudgets = (budgets: Budgets): CenoteError => {
  const owners = budgets.map((budget) => (isKeyBudget(budget) ? "API key" : "client token"));
  const renewals = budgets.map(renewalOf).filter((atMs) => atMs !== undefined);
  return new CenoteError(
    "insufficient_balance",
    [
      `The ${owners.join("'s or ")}'s remaining budget, or the balance behind it, does not cover this call.`,
      ...renewals.map((atMs) => `The API key's budget begins anew on ${renewalText(atMs)}.`),
    ].join(" "),
  );
};

/** What a call costs at least, and at most. */
const boundsOf = (
  priced: CostOptions,
  mostOutputTokens: number | undefined,
): { readonly needed: NanoMxn; readonly most: NanoMxn } => ({
  needed: pesosOf({ ...priced, usage: withOutput(priced.usage, 1) }),
  most: pesosOf(
    mostOutputTokens === undefined ? priced : { ...priced, usage: withOutput(priced.usage, mostOutputTokens) },
  ),
});

const isTooPoor = (error: unknown): error is CenoteError =>
  error instanceof CenoteError && error.code === "insufficient_balance";

const isUsedId = (error: unknown): boolean => error instanceof CenoteError && error.code === "idempotency_conflict";

/** The charge of a call that is free. */
const UNPRICED = { usage: [], costUsd: "0", markup: "", priceVersion: "", fx: { mxnPerUsd: "", source: "", atMs: 0 } };

const stopsOverspend = ({ overspend }: Catalog): boolean => overspend === "stop";
