import { type Clock, ZERO_MXN } from "@cenote/core";
import type { AccountCache } from "./account-cache";
import type { BalanceEvents } from "./balance-events";
import { readEntryPage } from "./entry-pages";
import type { AccountWriter } from "./account-writer";
import { lastUsedDays } from "./last-used";
import type { LedgerReads } from "./ledger-reads";
import type { LedgerLimits } from "./limits";
import { readNewestBalance } from "./newest-balance";
import { readCharges } from "./read-charges";
import { readStatement } from "./read-statement";
import type { LedgerStore } from "./store";
import { keyRowsOf } from "./usage-days";
import type { UsageProjection } from "./usage-projection";
import { verifySteps } from "./verify";

export interface LedgerReadsParts {
  readonly store: LedgerStore;
  readonly accounts: Pick<AccountCache, "find">;
  /** Throws if the id is invalid, or the ledger is closing. */
  readonly writerOf: (organizationId: string) => AccountWriter;
  readonly balances: Pick<BalanceEvents, "watch">;
  readonly projection: UsageProjection;
  readonly clock: Clock;
  readonly limits: Pick<LedgerLimits, "maxPageSize" | "maxSearchedEntries">;
}

export const createLedgerReads = ({
  store,
  accounts,
  writerOf,
  balances,
  projection,
  clock,
  limits,
}: LedgerReadsParts): LedgerReads => ({
  async balance(organizationId) {
    const { state } = await writerOf(organizationId).committed();
    return { balance: state.balance, held: state.held };
  },
  async newestBalance(organizationId) {
    const writer = accounts.find(organizationId);
    return writer === undefined ? readNewestBalance(store, organizationId) : (await writer.committed()).state.balance;
  },
  async spent(organizationId) {
    const { state } = await writerOf(organizationId).committed();
    return (id) => state.budgets.get(id)?.spent ?? ZERO_MXN;
  },
  watch: (organizationId, onBalance) => balances.watch(organizationId, onBalance),
  async entries(organizationId, { size, cursor, filter }) {
    const bounded = Math.max(1, Math.min(Math.trunc(size), limits.maxPageSize));
    const { seq: lastSeq } = await writerOf(organizationId).committed();
    return readEntryPage({
      journal: store,
      organizationId,
      lastSeq,
      size: bounded,
      cursor,
      filter,
      maxSearched: limits.maxSearchedEntries,
    });
  },
  charges: (organizationId, callIds) => readCharges(store, organizationId, callIds),
  verifySteps: (...given) => verifySteps(store, ...given),
  async usage(...given) {
    return (await projection.usage(...given)).flatMap(({ day, rows }) => rows.map((row) => ({ day, ...row })));
  },
  async usageByKey(...given) {
    return (await projection.usage(...given)).flatMap((usage) =>
      keyRowsOf(usage).map((row) => ({ day: usage.day, ...row })),
    );
  },
  statement: (organizationId, fromDay, toDay) =>
    readStatement({ journal: store, projection, organizationId, fromDay, toDay }),
  lastUsed: (organizationId, keys) =>
    lastUsedDays(keys, clock.nowMs(), (from, to) => projection.usageCalls(organizationId, from, to)),
});
