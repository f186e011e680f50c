import type {
  AdmitRequest,
  BillingService,
  LedgerEntry,
  ReleaseRequest,
  SettleRequest,
  UsageLine,
} from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

type Step = "admit" | "confirmHold" | "settle" | "release";

/**
 * A ledger with one balance and the rules that jobs rely on. An image or a second costs one nano-peso and ten US cents.
 */
export interface FakeBilling {
  readonly service: BillingService;
  balance: bigint;
  readonly holds: Map<string, bigint>;
  readonly admitted: AdmitRequest[];
  /** Posted settlements by request id. */
  readonly settled: Map<string, SettleRequest>;
  /** Releases that closed a hold. */
  readonly released: Map<string, ReleaseRequest>;
  /** Every request, including repeated ones. */
  settleRequests: number;
  /** The next errors, in order. */
  readonly failures: Partial<Record<Step, Error[]>>;
}

const unitsOf = (lines: readonly UsageLine[]): bigint => lines.reduce((sum, { quantity }) => sum + quantity, 0n);

const RATE_LIMITS = {
  requestsLimit: 600,
  requestsRemaining: 599,
  requestsResetMs: 100,
  tokensLimit: 1000,
  tokensRemaining: 1000,
  tokensResetMs: 0,
};

export const createFakeBilling = (balance = 1000n): FakeBilling => {
  const fail = (step: Step): void => {
    const error = fake.failures[step]?.shift();
    if (error !== undefined) throw error;
  };
  const available = () => [...fake.holds.values()].reduce((left, held) => left - held, fake.balance);
  const requestIdOf = ({ context }: AdmitRequest | SettleRequest | ReleaseRequest): string => context?.requestId ?? "";
  const service: Partial<BillingService> = {
    async admit(request) {
      fail("admit");
      const id = requestIdOf(request);
      if (!fake.holds.has(id) && available() <= 0n) throw new CenoteError("insufficient_balance");
      fake.holds.set(id, unitsOf(request.estimate));
      fake.admitted.push(request);
      return { heldNanoMxn: unitsOf(request.estimate), rateLimits: RATE_LIMITS, terms: `terms of ${id}` };
    },
    async confirmHold() {
      fail("confirmHold");
      return {};
    },
    async settle(request) {
      fail("settle");
      const id = requestIdOf(request);
      fake.settleRequests += 1;
      const units = unitsOf(request.usage);
      fake.holds.delete(id);
      if (!fake.settled.has(id)) {
        fake.settled.set(id, request);
        fake.balance -= units;
      }
      return { costUsd: `${units / 10n}.${units % 10n}`, costNanoMxn: units, availableNanoMxn: available() };
    },
    async release(request) {
      fail("release");
      const id = requestIdOf(request);
      if (fake.holds.delete(id)) fake.released.set(id, request);
      return {};
    },
    async quoteUsage({ usages }) {
      return {
        costs: usages.map(({ usage }) => ({
          costUsd: `${unitsOf(usage) / 10n}.${unitsOf(usage) % 10n}`,
          costNanoMxn: unitsOf(usage),
        })),
        rate: { mxnPerUsd: "20", source: "fixed", at: new Date(0) },
      };
    },
    async getCharges({ requestIds }) {
      return {
        entries: requestIds.flatMap((requestId) => (fake.settled.has(requestId) ? [{ requestId } as LedgerEntry] : [])),
      };
    },
  };
  const fake: FakeBilling = {
    service: service as BillingService,
    balance,
    holds: new Map(),
    admitted: [],
    settled: new Map(),
    released: new Map(),
    settleRequests: 0,
    failures: {},
  };
  return fake;
};
