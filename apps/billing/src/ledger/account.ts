import { type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import { balanceChangeOf, type Entry } from "./entry";
import type { Budget } from "./ledger";

/** What an organization has: the fold of its journal. */
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
  readonly open: Map<string, OpenHold>;
  readonly budgets: Map<string, BudgetUse>;
}

export const emptyAccount = (): MutableAccount => ({ balance: ZERO_MXN, held: ZERO_MXN, open: new Map(), budgets: new Map() });

export const copyAccount = (account: Account): MutableAccount => ({
  balance: account.balance,
  held: account.held,
  open: new Map(account.open),
  budgets: new Map(account.budgets),
});

/** Balance less all holds; negative where calls under way may make more than is left. */
export const availableOf = (account: Pick<Account, "balance" | "held">): NanoMxn => nanoMxn(account.balance - account.held);

/** What is left of a budget, less what its open calls hold; may be negative. */
export const leftOf = (account: Pick<Account, "budgets">, { id, limit }: Pick<Budget, "id" | "limit">): NanoMxn => {
  const use = account.budgets.get(id);
  return use === undefined ? limit : nanoMxn(limit - use.spent - use.held);
};

/** How long a budget that has ended is kept: replicas' clocks differ. */
const ENDED_BUDGET_MS = 3_600_000;

/** Forgets budgets nobody can spend from any more. They take no part in what is decided, so replicas may forget at different times. */
export const forgetEndedBudgets = (account: MutableAccount, nowMs: number): void => {
  for (const [id, { held, expiresAtMs }] of account.budgets) {
    if (held === 0n && expiresAtMs + ENDED_BUDGET_MS < nowMs) account.budgets.delete(id);
  }
};

const openBudget = (account: MutableAccount, budget: Budget | undefined): void => {
  if (budget === undefined || account.budgets.has(budget.id)) return;
  account.budgets.set(budget.id, { limit: budget.limit, spent: ZERO_MXN, held: ZERO_MXN, expiresAtMs: budget.expiresAtMs });
};

const useBudget = (account: MutableAccount, id: string | undefined, change: { readonly held: bigint; readonly spent: bigint }): void => {
  const use = id === undefined ? undefined : account.budgets.get(id);
  if (id === undefined || use === undefined) return;
  account.budgets.set(id, { ...use, held: nanoMxn(use.held + change.held), spent: nanoMxn(use.spent + change.spent) });
};

/** Folds one entry in, in place: this runs twice for every entry of the system, and copying the holds would cost more than all else. */
export const applyEntry = (account: MutableAccount, entry: Entry): void => {
  if (entry.type === "hold") {
    const before = account.open.get(entry.callId);
    const grown = entry.amount - (before?.amount ?? ZERO_MXN);
    account.held = nanoMxn(account.held + grown);
    openBudget(account, entry.budget);
    const budgetId = before?.budgetId ?? entry.budget?.id;
    useBudget(account, budgetId, { held: grown, spent: ZERO_MXN });
    account.open.set(entry.callId, { amount: entry.amount, expiresAtMs: entry.expiresAtMs, ...(budgetId !== undefined && { budgetId }) });
    return;
  }
  account.balance = nanoMxn(account.balance + balanceChangeOf(entry));
  if (entry.type === "credit" || entry.type === "adjust") return;
  const hold = account.open.get(entry.callId);
  const settled = entry.type === "settle" ? entry : undefined;
  openBudget(account, settled?.charge.budget);
  // A hold that expired left its call to be charged all the same.
  useBudget(account, hold?.budgetId ?? settled?.charge.budget?.id, { held: 0n - (hold?.amount ?? ZERO_MXN), spent: settled?.amount ?? ZERO_MXN });
  if (hold === undefined) return;
  account.open.delete(entry.callId);
  account.held = nanoMxn(account.held - hold.amount);
};
