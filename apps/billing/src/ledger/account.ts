import { ChurnMap, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Entry, ExpireEntry, HoldEntry, ReleaseEntry, SettleEntry } from "./entry";
import type { Budget } from "./ledger";

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
  /** Of the budget it is held from as well. */
  readonly budgetId?: string;
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

/** What is left of a budget, less what its open calls hold; may be negative. */
export const leftOf = (account: Pick<Account, "budgets">, { id, limit }: Pick<Budget, "id" | "limit">): NanoMxn => {
  const use = account.budgets.get(id);
  return use === undefined ? limit : nanoMxn(limit - use.spent - use.held);
};

/** The budget a hold is held from as well, while it is remembered. */
export const budgetOf = (
  { budgets }: Pick<Account, "budgets">,
  { budgetId }: OpenHold,
): Pick<Budget, "id" | "limit"> | undefined => {
  const limit = budgetId === undefined ? undefined : budgets.get(budgetId)?.limit;
  return budgetId === undefined || limit === undefined ? undefined : { id: budgetId, limit };
};

/** How long an ended budget is remembered, since replicas' clocks differ. */
const ENDED_BUDGET_MS = 3_600_000;

/**
 * Forgets budgets that nobody can spend from any more. They affect no decision, so replicas may forget at different
 * times.
 */
export const forgetEndedBudgets = (account: MutableAccount, nowMs: number): void => {
  for (const [id, { held, expiresAtMs }] of account.budgets) {
    if (held === 0n && expiresAtMs + ENDED_BUDGET_MS < nowMs) account.budgets.delete(id);
  }
};

const openBudget = (account: MutableAccount, budget: Budget | undefined): void => {
  if (budget === undefined || account.budgets.has(budget.id)) return;
  account.budgets.set(budget.id, {
    limit: budget.limit,
    spent: ZERO_MXN,
    held: ZERO_MXN,
    expiresAtMs: budget.expiresAtMs,
  });
};

const useBudget = (account: MutableAccount, id: string, held: bigint, spent: bigint): void => {
  const use = account.budgets.get(id);
  if (use === undefined) return;
  account.budgets.set(id, { ...use, held: nanoMxn(use.held + held), spent: nanoMxn(use.spent + spent) });
};

const applyHold = (account: MutableAccount, { callId, amount, expiresAtMs, budget }: HoldEntry): void => {
  const before = account.open.get(callId);
  const grown = before === undefined ? amount : amount - before.amount;
  account.held = nanoMxn(account.held + grown);
  openBudget(account, budget);
  const budgetId = before?.budgetId ?? budget?.id;
  if (budgetId === undefined) {
    account.open.set(callId, { amount, expiresAtMs });
    return;
  }
  useBudget(account, budgetId, grown, ZERO_MXN);
  account.open.set(callId, { amount, expiresAtMs, budgetId });
};

const applyClose = (
  account: MutableAccount,
  { callId }: SettleEntry | ReleaseEntry | ExpireEntry,
  settled: SettleEntry | undefined,
): void => {
  const hold = account.open.get(callId);
  openBudget(account, settled?.charge.budget);
  // A call whose hold has expired is still charged.
  const budgetId = hold?.budgetId ?? settled?.charge.budget?.id;
  if (budgetId !== undefined)
    useBudget(account, budgetId, 0n - (hold?.amount ?? ZERO_MXN), settled?.amount ?? ZERO_MXN);
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
