import type { Catalog, CatalogSource } from "@cenote/catalog";
import { type Awaitable, CenoteError, hasErrorCode, type NanoMxn, ZERO_MXN } from "@cenote/core";
import {
  type CostOptions,
  costOf,
  hasPrices,
  outputTokensFor,
  pesosOf,
  usageToHold,
  withOutput,
} from "@cenote/pricing";
import type { Charge, UsageLine } from "../ledger/charge";
import type { Ledger } from "../ledger/ledger";
import { isFromCache } from "../ledger/stored-answer";
import type { CallLimits, CountedCall } from "../limits/call-limits";
import { limitedCallOf, tokensOf } from "../limits/limited-call";
import { toRateLimits } from "../limits/to-rate-limits";
import type { LimitsOfCaller } from "../limits/limits-of-caller";
import type { Fx } from "../pricing/fx";
import type { Prices } from "../pricing/prices";
import { createTermsText, type Terms } from "../pricing/terms";
import type { Admission, Caller } from "./admission";
import { hasClientToken, refusalByBudgets } from "./refusal";

export interface AdmissionOptions {
  readonly ledger: Pick<Ledger, "hold" | "confirmHold" | "growHold" | "settle" | "release" | "balance" | "spent">;
  readonly prices: Prices;
  readonly fx: Pick<Fx, "current" | "forNewCall">;
  readonly limits: CallLimits;
  readonly limitsOf: LimitsOfCaller;
  readonly catalog: CatalogSource;
  /** Called when a call is refused for lack of money. @param needed Its minimum cost. Must not throw. */
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

  /** If another model than the admitted one answered, its current prices apply, at the rate of the admission. */
  const termsOf = (model: string, usage: readonly UsageLine[], text: string | undefined): Awaitable<Terms> => {
    const held = text === undefined ? undefined : termsText.read(text);
    if (held?.prices.id === model && hasPrices(usage, held.prices)) return held;
    const rate = held?.rate ?? fx.current();
    const known = prices.forSettlement(model, usage);
    return known instanceof Promise
      ? known.then((modelPrices) => ({ prices: modelPrices, rate }))
      : { prices: known, rate };
  };

  /** The error of a call with budgets names them, and says when the API key's budget renews. */
  const refusalOf = (error: unknown, { organizationId, budgets }: Caller, needed: NanoMxn): unknown => {
    if (!hasErrorCode(error, "insufficient_balance") || error.retryable) return error;
    onRefused(organizationId, needed);
    return budgets === undefined ? error : refusalByBudgets(budgets);
  };

  /** Frees the slot of a call that the ledger did not admit. @returns The caller's error. */
  const refused = async (error: unknown, caller: Caller, state: CountedCall, needed: NanoMxn): Promise<unknown> => {
    if (hasErrorCode(error, "idempotency_conflict")) {
      // The slot belongs to the call that uses this id.
      await state.withdraw();
      return error;
    }
    // Requests per minute belong to the key. Counted refusals of an exhausted client token would use them up for all other
    // tokens of the key. A key with an exhausted budget of its own uses up only its own.
    const isCounted = !(hasErrorCode(error, "insufficient_balance") && hasClientToken(caller));
    if (isCounted) await limits.finish(limitedCallOf(caller), 0);
    else await state.withdraw();
    const refusal = refusalOf(error, caller, needed);
    return isCounted && refusal instanceof CenoteError ? refusal.with({ rateLimits: toRateLimits(state) }) : refusal;
  };

  return {
    async admit(caller, command) {
      const { model, estimate, mostOutputTokens, ttlMs, background = false, isResumed = false } = command;
      const { expectedTokens = tokensOf(estimate) } = command;
      const { budgets } = caller;
      const newTerms: Terms = { prices: prices.ofModel(model), rate: fx.forNewCall() };
      const priced = pricedForHold(newTerms, estimate, budgets !== undefined);
      const terms = termsText.write(newTerms);
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
        // The slot, like the hold, has only the time that the dead process left.
        if (isResumed) limits.renew(call, ttlMs);
        return {
          held: after.held,
          limits: state,
          mustNotOverdraw: budgets !== undefined || stopsOverspend(catalog.current()),
          outputLimit: budgets === undefined ? undefined : outputTokensFor(after.held, priced),
          terms,
        };
      } catch (error) {
        throw await refused(error, caller, state, bounds?.needed ?? ZERO_MXN);
      }
    },
    async check(caller, { model, estimate }) {
      const { organizationId, budgets = [] } = caller;
      const needed = pesosOf(pricedForHold({ prices: prices.ofModel(model), rate: fx.forNewCall() }, estimate, true));
      const { balance } = await ledger.balance(organizationId);
      const spent = await ledger.spent(organizationId);
      if (budgets.some(({ id, limit }) => spent(id) + needed > limit) || (budgets.length > 0 && needed > balance))
        throw refusalOf(new CenoteError("insufficient_balance"), caller, needed);
    },
    async confirm(caller) {
      try {
        await ledger.confirmHold(caller.organizationId, caller.callId, caller.budgets);
      } catch (error) {
        if (hasErrorCode(error, "insufficient_balance")) await limits.finish(limitedCallOf(caller), 0);
        throw refusalOf(error, caller, ZERO_MXN);
      }
    },
    async grow(caller, { model, estimate, ttlMs, terms }) {
      const priced = pricedForHold(await termsOf(model, estimate, terms), estimate, caller.budgets !== undefined);
      const amount = pesosOf(priced);
      const isBounded = stopsOverspend(catalog.current());
      const after = await ledger.growHold(caller.organizationId, { callId: caller.callId, amount, isBounded, ttlMs });
      if (ttlMs !== undefined) limits.renew(limitedCallOf(caller), ttlMs);
      // Also checks the caller's budgets, because an expired hold no longer has any.
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
          // The call is over. Without a hold, as with a cached answer, no release would free its slot this soon.
          if (requiresHold && hasErrorCode(error, "insufficient_balance"))
            await limits.finish(limitedCallOf(caller), 0);
          throw refusalOf(error, caller, caller.budgets === undefined ? ZERO_MXN : costMxn);
        });
      const finishing = limits.finish(limitedCallOf(caller), tokensOf(usage));
      if (finishing instanceof Promise) await finishing;
      return { costUsd: posted.charge?.costUsd ?? costUsd, costMxn: posted.amount, available: posted.available };
    },
    async release(caller, model, record) {
      const { keyId, budgets } = caller;
      const charge: Charge = { ...UNPRICED, model, keyId, record, ...(budgets !== undefined && { budgets }) };
      // A call with a cached answer never had a hold, and the ledger would retry in search of another replica's.
      if (!isFromCache(record)) await ledger.release(caller.organizationId, { callId: caller.callId, charge });
      await limits.finish(limitedCallOf(caller), 0);
    },
  };
};

const pricedForHold = ({ prices, rate }: Terms, estimate: readonly UsageLine[], isBudgeted: boolean): CostOptions => ({
  usage: usageToHold(estimate, prices, isBudgeted),
  prices,
  mxnPerUsd: rate.mxnPerUsd,
});

/** Minimum and maximum cost of a call. */
const boundsOf = (
  priced: CostOptions,
  mostOutputTokens: number | undefined,
): { readonly needed: NanoMxn; readonly most: NanoMxn } => ({
  needed: pesosOf({ ...priced, usage: withOutput(priced.usage, 1) }),
  most: pesosOf(
    mostOutputTokens === undefined ? priced : { ...priced, usage: withOutput(priced.usage, mostOutputTokens) },
  ),
});

/** The charge of a call that is free. */
const UNPRICED = { usage: [], costUsd: "0", markup: "", priceVersion: "", fx: { mxnPerUsd: "", source: "", atMs: 0 } };

const stopsOverspend = ({ overspend }: Catalog): boolean => overspend === "stop";
