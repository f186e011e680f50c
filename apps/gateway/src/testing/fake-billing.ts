import { createHash } from "node:crypto";
import type { BillingService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createBalanceFeed } from "./balance-feed";
import { SAMPLE_KEY, SAMPLE_ORGANIZATION_ID, sampleLimits, samplePrices } from "./samples";

const digest = (key: string): string => createHash("sha256").update(key).digest("hex");

const unscripted = (): Promise<never> => Promise.reject(new Error("the test has no answer for this call"));

/** Billing with one organization and one key; tests replace the methods they need. */
export const createFakeBilling = (answers: Partial<BillingService> = {}): BillingService => ({
  authenticate: ({ keyDigest }) =>
    keyDigest.toString("hex") === digest(SAMPLE_KEY)
      ? Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", zdr: false })
      : Promise.reject(new CenoteError("invalid_api_key")),
  listPrices: () => Promise.resolve({ prices: samplePrices }),
  getFxRate: () => Promise.resolve({ rate: { mxnPerUsd: "20", source: "fixed", at: new Date(0) } }),
  getOrganization: ({ organizationId }) =>
    Promise.resolve({
      organization: { id: organizationId, name: "demo", zdr: false, created: new Date(0), limitsInForce: sampleLimits },
    }),
  getBalance: () =>
    Promise.resolve({ balanceNanoMxn: 50_000_000_001n, heldNanoMxn: 1n, availableNanoMxn: 50_000_000_000n }),
  watchBalance: (_request, signal) => createBalanceFeed(signal),
  admit: unscripted,
  confirmHold: unscripted,
  growHold: unscripted,
  settle: unscripted,
  release: unscripted,
  quoteUsage: unscripted,
  setFxRate: unscripted,
  createOrganization: unscripted,
  listOrganizations: unscripted,
  updateOrganization: unscripted,
  createApiKey: unscripted,
  updateApiKey: unscripted,
  listApiKeys: unscripted,
  revokeApiKey: unscripted,
  createClientToken: unscripted,
  listClientTokens: () => Promise.resolve({ clientTokens: [], next: "" }),
  revokeClientToken: unscripted,
  findRefused: () => Promise.resolve({ refused: [] }),
  getCharges: unscripted,
  credit: unscripted,
  adjust: unscripted,
  getTopUpTerms: () => Promise.resolve({ terms: undefined }),
  createTopUp: unscripted,
  getTopUp: unscripted,
  listTopUps: unscripted,
  receivePaymentEvent: unscripted,
  listLedgerEntries: unscripted,
  verifyLedger: unscripted,
  checkLedger: () => {
    throw new Error("the test has no answer for this stream");
  },
  getUsage: unscripted,
  getStatement: unscripted,
  ...answers,
});
