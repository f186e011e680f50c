import {
  type AdmitRequest,
  type BillingService,
  type GrowHoldRequest,
  type QuotedUsage,
  type ReleaseRequest,
  type SettleRequest,
  UsageUnit,
} from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import { type Deferred, deferred } from "@cenote/testkit";

/**
 * Billing that accepts and records everything, unless set to refuse. A token costs one nano-peso, and in the dearest
 * case two.
 */
export interface FakeBilling {
  readonly service: BillingService;
  readonly admitted: AdmitRequest[];
  readonly grown: GrowHoldRequest[];
  readonly settled: SettleRequest[];
  readonly released: ReleaseRequest[];
  readonly quoted: QuotedUsage[];
  /** Settle this by hand if a test wants the hold to be slow. */
  confirmation: Deferred<void> | undefined;
  settlement: Deferred<void> | undefined;
  /** Set for a call that may not overdraw. */
  watched: { readonly outputLimit?: number } | undefined;
  /** The output tokens a hold can grow to. */
  coveredOutputTokens: number | undefined;
  /** What is left after a hold has grown. */
  availableNanoMxn: bigint;
  refuse: Partial<Record<"admit" | "confirm" | "grow" | "settle", CenoteError[]>>;
}

export const createFakeBilling = (): FakeBilling => {
  const next = (step: "admit" | "confirm" | "grow" | "settle"): void => {
    const error = fake.refuse[step]?.shift();
    if (error !== undefined) throw error;
  };
  const service: Partial<BillingService> = {
    async admit(request) {
      next("admit");
      fake.admitted.push(request);
      return {
        heldNanoMxn: 0n,
        watched: fake.watched !== undefined,
        outputLimit: fake.watched?.outputLimit,
        rateLimits: {
          requestsLimit: 600,
          requestsRemaining: 599,
          requestsResetMs: 0,
          tokensLimit: 1000,
          tokensRemaining: 1,
          tokensResetMs: 0,
        },
      };
    },
    async confirmHold() {
      await fake.confirmation?.promise;
      next("confirm");
      return {};
    },
    async growHold(request) {
      next("grow");
      fake.grown.push(request);
      const asked = Number(
        request.estimate.find(({ unit }) => unit === UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)?.quantity ?? 0n,
      );
      const covered = fake.coveredOutputTokens;
      return {
        heldNanoMxn: 0n,
        availableNanoMxn: fake.availableNanoMxn,
        coveredOutputTokens: covered !== undefined && covered < asked ? covered : undefined,
      };
    },
    async settle(request) {
      await fake.settlement?.promise;
      next("settle");
      fake.settled.push(request);
      const costNanoMxn = request.usage.reduce((sum, line) => sum + line.quantity, 0n);
      return { costUsd: "0.5", costNanoMxn, availableNanoMxn: 0n };
    },
    async quoteUsage({ usages }) {
      fake.quoted.push(...usages);
      return {
        costs: usages.map(({ usage, dearest }) => ({
          costUsd: "0.5",
          costNanoMxn: usage.reduce((sum, { quantity }) => sum + quantity, 0n) * (dearest ? 2n : 1n),
        })),
        rate: { mxnPerUsd: "20", source: "fixed", at: new Date(0) },
      };
    },
    async release(request) {
      fake.released.push(request);
      return {};
    },
  };
  const fake: FakeBilling = {
    service: service as BillingService,
    admitted: [],
    grown: [],
    settled: [],
    released: [],
    quoted: [],
    confirmation: undefined,
    settlement: undefined,
    watched: undefined,
    coveredOutputTokens: undefined,
    availableNanoMxn: 0n,
    refuse: {},
  };
  return fake;
};

export const manualConfirmation = (billing: FakeBilling): Deferred<void> => (billing.confirmation = deferred());
