import { type Clock, ZERO_MXN } from "@cenote/core";
import type { Accounts } from "./accounts";
import type { BalanceEvents } from "./balance-events";
import { readEntryPage } from "./entry-pages";
import type { GroupCommit } from "./group-commit";
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
  readonly accounts: Pick<Accounts, "find">;
  /** Throws if the id is invalid, or the ledger is closing. */
  readonly accountOf: (organizationId: string) => GroupCommit;
  readonly balances: Pick<BalanceEvents, "watch">;
  readonly projection: UsageProjection;
  readonly clock: Clock;
  readonly limits: Pick<LedgerLimits, "maxPageSize" | "maxSearchedEntries">;
}

export const createLedgerReads = ({
  store,
  accounts,
  accountOf,
  balances,
  projection,
  clock,
  limits,
}: LedgerReadsParts): LedgerReads => ({
  async balance(organizationId) {
    const { account } = await accountOf(organizationId).committed();
    return { balance: account.balance, held: account.held };
  },
  async newestBalance(organizationId) {
    const open = accounts.find(organizationId);
    return open === undefined ? readNewestBalance(store, organizationId) : (await open.committed()).account.balance;
  },
  async spent(organizationId) {
    const { account } = await accountOf(organizationId).committed();
    return (id) => account.budgets.get(id)?.spent ?? ZERO_MXN;
  },
  watch: (organizationId, onBalance) => balances.watch(organizationId, onBalance),
  async entries(organizationId, { size, cursor, filter }) {
    const bounded = Math.max(1, Math.min(Math.trunc(size), limits.maxPageSize));
    const { seq: lastSeq } = await accountOf(organizationId).committed();
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
