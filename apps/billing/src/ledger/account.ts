import { ChurnMap, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Entry, ExpireEntry, HoldEntry, ReleaseEntry, SettleEntry } from "./entry";
import type { Budget, Budgets } from "./charge";

/** The state of an organization's account: the fold of its journal. */
export interface Account {
  readonly balance: NanoMxn;
  /** Sum of the open holds. */
  readonly held: NanoMxn;
  readonly open: ReadonlyMap<string, OpenHold>;
  /** What was used of budgets that have not ended, by their id. */
  readonly budgets: ReadonlyMap<string, BudgetUse>;
}

export interface OpenHold {
  readonly amount: NanoMxn;
  readonly expiresAtMs: number;
  /** Ids of the budgets that it is also held from; undefined if there are none. */
  readonly budgetIds?: readonly string[];
}

export interface BudgetUse {
  readonly limit: NanoMxn;
  readonly spent: NanoMxn;
  readonly held: NanoMxn;
  readonly expiresAtMs: number;
}

export interface MutableAccount {
  balance: NanoMxn;
  held: NanoMxn;
  readonly open: ChurnMap<string, OpenHold>;
  readonly budgets: Map<string, BudgetUse>;
}

export const emptyAccount = (): MutableAccount => ({
  balance: ZERO_MXN,
  held: ZERO_MXN,
  open: new ChurnMap(),
  budgets: new Map(),
});

export const copyAccount = (account: Account): MutableAccount => ({
  balance: account.balance,
  held: account.held,
  open: new ChurnMap(account.open),
  budgets: new Map(account.budgets),
});

/** Balance less all holds; negative where calls under way may make more than is left. */
export const availableOf = (account: Pick<Account, "balance" | "held">): NanoMxn =>
  nanoMxn(account.balance - account.held);

/** What is left of the scarcest of these budgets, minus what open calls hold; may be negative. Undefined if there are none. */
export const leftOf = (
  account: Pick<Account, "budgets">,
  budgets: readonly Pick<Budget, "id" | "limit">[] | undefined,
): NanoMxn | undefined => {
  if (budgets === undefined) return undefined;
  let least: NanoMxn | undefined;
  for (const { id, limit } of budgets) {
    const use = account.budgets.get(id);
    const left = use === undefined ? limit : nanoMxn(limit - use.spent - use.held);
    if (least === undefined || left < least) least = left;
  }
  return least;
};

/** The budgets that a hold is also held from, without forgotten ones; undefined if it has none. */
export const budgetsOf = (
  { budgets }: Pick<Account, "budgets">,
  { budgetIds }: OpenHold,
): readonly Pick<Budget, "id" | "limit">[] | undefined =>
  budgetIds?.flatMap((id) => {
    const use = budgets.get(id);
    return use === undefined ? [] : [{ id, limit: use.limit }];
  });

export const hasEnded = ({ expiresAtMs }: Pick<Budget, "expiresAtMs">, atMs: number): boolean => expiresAtMs < atMs;

/** How long an ended budget is remembered, since replicas' clocks differ. */
const ENDED_BUDGET_MS = 3_600_000;
/** An account may have thousands of budgets, so it does not look through them with every block. */
const FORGET_EVERY_BLOCKS = 16;

/**
 * Forgets budgets that nobody can spend from any more, by the time of the block that was just applied. All who read the
 * journal forget at the same block: a process that did so by its own clock, which may jump, would admit calls that
 * every other reader of the journal takes for a fault.
 * @param onForgotten Called with what was spent of each.
 */
export const forgetEndedBudgets = (
  account: MutableAccount,
  { seq, atMs }: { readonly seq: number; readonly atMs: number },
  onForgotten?: (id: string, spent: NanoMxn) => void,
): void => {
  if (seq % FORGET_EVERY_BLOCKS !== 0) return;
  for (const [id, use] of account.budgets) {
    if (use.held !== 0n || !hasEnded(use, atMs - ENDED_BUDGET_MS)) continue;
    account.budgets.delete(id);
    onForgotten?.(id, use.spent);
  }
};

/** Forgets this part of what was spent of a budget, and the budget if that is all there is of it. */
export const forgetSpent = (account: MutableAccount, id: string, spent: NanoMxn): void => {
  const use = account.budgets.get(id);
  if (use === undefined) return;
  if (use.held === 0n && use.spent === spent) account.budgets.delete(id);
  else account.budgets.set(id, { ...use, spent: nanoMxn(use.spent - spent) });
};

/** A known budget gets the new limit, which also applies to open holds. */
const openBudgets = (account: MutableAccount, budgets: Budgets): void => {
  for (const { id, limit, expiresAtMs } of budgets) {
    const use = account.budgets.get(id) ?? { spent: ZERO_MXN, held: ZERO_MXN };
    account.budgets.set(id, { ...use, limit, expiresAtMs });
  }
};

const useBudgets = (account: MutableAccount, ids: readonly string[], held: bigint, spent: bigint): void => {
  for (const id of ids) {
    const use = account.budgets.get(id);
    if (use === undefined) continue;
    account.budgets.set(id, { ...use, held: nanoMxn(use.held + held), spent: nanoMxn(use.spent + spent) });
  }
};

const idsOf = (budgets: Budgets | undefined): readonly string[] | undefined => budgets?.map(({ id }) => id);

const applyHold = (account: MutableAccount, { callId, amount, expiresAtMs, budgets }: HoldEntry): void => {
  const before = account.open.get(callId);
  const grown = before === undefined ? amount : amount - before.amount;
  account.held = nanoMxn(account.held + grown);
  if (budgets !== undefined) openBudgets(account, budgets);
  const budgetIds = before?.budgetIds ?? idsOf(budgets);
  if (budgetIds === undefined) {
    account.open.set(callId, { amount, expiresAtMs });
    return;
  }
  useBudgets(account, budgetIds, grown, ZERO_MXN);
  account.open.set(callId, { amount, expiresAtMs, budgetIds });
};

const applyClose = (
  account: MutableAccount,
  { callId }: SettleEntry | ReleaseEntry | ExpireEntry,
  settled: SettleEntry | undefined,
): void => {
  const hold = account.open.get(callId);
  const charged = settled?.charge.budgets;
  if (charged !== undefined) openBudgets(account, charged);
  // A call whose hold has expired is still charged.
  const budgetIds = hold === undefined ? idsOf(charged) : hold.budgetIds;
  if (budgetIds !== undefined)
    useBudgets(account, budgetIds, 0n - (hold?.amount ?? ZERO_MXN), settled?.amount ?? ZERO_MXN);
  if (hold === undefined) return;
  account.open.delete(callId);
  account.held = nanoMxn(account.held - hold.amount);
};

/**
 * Applies one entry in place: this runs twice for every entry of the system, and copying the holds would cost more than
 * everything else.
 */
export const applyEntry = (account: MutableAccount, entry: Entry): void => {
  switch (entry.type) {
    case "hold":
      applyHold(account, entry);
      break;
    case "settle":
      account.balance = nanoMxn(account.balance - entry.amount);
      applyClose(account, entry, entry);
      break;
    case "release":
    case "expire":
      applyClose(account, entry, undefined);
      break;
    case "credit":
    case "adjust":
      account.balance = nanoMxn(account.balance + entry.amount);
      break;
  }
};
