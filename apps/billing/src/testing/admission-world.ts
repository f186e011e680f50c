import type { Catalog } from "@cenote/catalog";
import { CenoteError, parseDecimal, parseMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createLedger } from "../ledger/create-ledger";
import type { Budget, UsageLine } from "../ledger/charge";
import { FROM_CACHE } from "../ledger/stored-answer";
import type { CallLimits } from "../limits/call-limits";
import type { LimitsOfCaller } from "../limits/limits-of-caller";
import { createMemoryCallLimits } from "../limits/memory-call-limits";
import type { FxRate } from "../pricing/fx-rate";
import { createPrices } from "../pricing/prices";
import { CHAT, testCatalog, testCatalogSource } from "./catalog";
import type { Caller } from "../admission/admission";
import { createAdmission } from "../admission/create-admission";
import { createMemoryLedgerStore } from "./memory/ledger-store";
import { createMemoryPriceStore } from "./memory/price-store";
import { sampleCharge } from "./sample-charge";

export const ORG = "00000000-0000-4000-8000-00000000000a";
export const TTL_MS = 600_000;
export const RECORD = sampleCharge().record;

export const tokens = (input: bigint, output: bigint): UsageLine[] => [
  { unit: "input_token", quantity: input, variant: "" },
  { unit: "output_token", quantity: output, variant: "" },
];
export const rate = (text: string): FxRate => ({ mxnPerUsd: parseDecimal(text), text, source: "fixed", atMs: 7 });

/**
 * An admission over a ledger in memory, with one organization.
 * @param pesos Its credit.
 * @param limitsOf By default the catalog's limits, which are known at once.
 */
export const createWorld = async (changes: Partial<Catalog> = {}, pesos = "50", limitsOf?: LimitsOfCaller) => {
  const clock = createManualClock();
  const catalog = testCatalogSource(testCatalog(changes));
  const ledger = createLedger({ store: createMemoryLedgerStore(), clock, log: silentLog });
  const fx = { rate: rate("20"), stale: false };
  const limits: CallLimits = createMemoryCallLimits({ clock, log: silentLog });
  const priceStore = createMemoryPriceStore();
  /** What the refused calls needed, in nano-pesos. */
  const refused: bigint[] = [];
  const admission = createAdmission({
    ledger,
    catalog,
    prices: await createPrices({ catalog, store: priceStore, log: silentLog }),
    limits,
    limitsOf: limitsOf ?? (() => catalog.current().limits),
    fx: {
      current: () => fx.rate,
      forNewCall() {
        if (fx.stale) throw new CenoteError("overloaded");
        return fx.rate;
      },
    },
    onRefused(_organizationId, needed) {
      refused.push(needed);
    },
  });
  if (pesos !== "0") await ledger.credit(ORG, { id: "start", amount: parseMxn(pesos), note: "" });
  let count = 0;
  const cached = { ...RECORD, attempts: FROM_CACHE };
  const call = (callId = `call ${count++}`, budget?: Budget) => {
    const caller: Caller = { callId, organizationId: ORG, keyId: "key", budgets: budget && [budget] };
    let terms: string | undefined;
    return {
      caller,
      /** From now on it is one of those that an earlier version makes, which knows no terms. */
      forgetTerms: () => {
        terms = undefined;
      },
      admitCached: () => admission.admit(caller, { model: CHAT.id, estimate: [], ttlMs: TTL_MS, isCached: true }),
      settleCached: (isResumed = false) =>
        admission.settle(caller, { requiresHold: true, model: CHAT.id, usage: [], record: cached, isResumed }),
      releaseCached: () => admission.release(caller, CHAT.id, cached),
      admit: async (estimate = tokens(1_000n, 500n), model = CHAT.id, mostOutputTokens?: number) => {
        const admitted = await admission.admit(caller, { model, estimate, mostOutputTokens, ttlMs: TTL_MS });
        ({ terms } = admitted);
        return admitted;
      },
      admitExpecting: (expectedTokens: number, estimate: UsageLine[]) =>
        admission.admit(caller, { model: CHAT.id, estimate, expectedTokens, ttlMs: TTL_MS }),
      resume: () =>
        admission.admit(caller, { model: CHAT.id, estimate: tokens(1_000n, 500n), ttlMs: TTL_MS, isResumed: true }),
      check: (estimate: UsageLine[], model = CHAT.id) => admission.check(caller, { model, estimate }),
      confirm: () => admission.confirm(caller),
      grow: (estimate: UsageLine[], ttlMs?: number, model = CHAT.id) =>
        admission.grow(caller, { model, estimate, ttlMs, terms }),
      settle: (usage = tokens(1_000n, 100n), model = CHAT.id) =>
        admission.settle(caller, { requiresHold: false, model, usage, record: RECORD, terms }),
      release: () => admission.release(caller, CHAT.id, RECORD),
    };
  };
  const newest = async () => (await ledger.entries(ORG, { size: 1 })).entries[0];
  return { clock, catalog, ledger, limits, fx, priceStore, refused, call, newest };
};

export const withLimits = (limits: Partial<Catalog["limits"]>): Partial<Catalog> => ({
  limits: { ...testCatalog().limits, ...limits },
});
