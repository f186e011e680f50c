import { ChurnMap, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Entry, ExpireEntry, HoldEntry, ReleaseEntry, SettleEntry } from "./entry";
import type { Budget, Budgets } from "./charge";

/** The state of an organization's account: its journal, folded. */
export interface AccountState {
  readonly balance: NanoMxn;
  /** Sum of the open holds. */
  readonly held: NanoMxn;
  readonly openHolds: ReadonlyMap<string, OpenHold>;
  /** By budget id; without ended budgets that were forgotten. */
  readonly budgets: ReadonlyMap<string, BudgetUse>;
  /**
   * The latest time of a block at which ended budgets were forgotten, since the account was opened. It never decreases,
   * so that a clock that was ahead for a moment stays known.
   */
  readonly latestForgettingMs: number;
}

export interface OpenHold {
  readonly amount: NanoMxn;
  readonly expiresAtMs: number;
  /** Ids of the budgets that the amount is also held from; undefined if there are none. */
  readonly budgetIds?: readonly string[];
}

export interface BudgetUse {
  readonly limit: NanoMxn;
  readonly spent: NanoMxn;
  readonly held: NanoMxn;
  readonly expiresAtMs: number;
}

export interface MutableAccountState {
  balance: NanoMxn;
  held: NanoMxn;
  readonly openHolds: ChurnMap<string, OpenHold>;
  readonly budgets: Map<string, BudgetUse>;
  latestForgettingMs: number;
}

export const emptyState = (): MutableAccountState => ({
  balance: ZERO_MXN,
  held: ZERO_MXN,
  openHolds: new ChurnMap(),
  budgets: new Map(),
  latestForgettingMs: 0,
});

export const copyState = (state: AccountState): MutableAccountState => ({
  balance: state.balance,
  held: state.held,
  openHolds: new ChurnMap(state.openHolds),
  budgets: new Map(state.budgets),
  latestForgettingMs: state.latestForgettingMs,
});

/** Balance less all holds. Negative if open calls may cost more than the balance. */
export const availableOf = (state: Pick<AccountState, "balance" | "held">): NanoMxn =>
  nanoMxn(state.balance - state.held);

/** The least that is left of these budgets, open holds deducted; may be negative. Undefined if there are none. */
export const leftOf = (
  state: Pick<AccountState, "budgets">,
  budgets: readonly Pick<Budget, "id" | "limit">[] | undefined,
): NanoMxn | undefined => {
  if (budgets === undefined) return undefined;
  let least: NanoMxn | undefined;
  for (const { id, limit } of budgets) {
    const use = state.budgets.get(id);
    const left = use === undefined ? limit : nanoMxn(limit - use.spent - use.held);
    if (least === undefined || left < least) least = left;
  }
  return least;
};

/** The budgets of a hold, without forgotten ones; undefined if it has none. */
export const budgetsOf = (
  { budgets }: Pick<AccountState, "budgets">,
  { budgetIds }: OpenHold,
): readonly Pick<Budget, "id" | "limit">[] | undefined =>
  budgetIds?.flatMap((id) => {
    const use = budgets.get(id);
    return use === undefined ? [] : [{ id, limit: use.limit }];
  });

const hasEnded = ({ expiresAtMs }: Pick<Budget, "expiresAtMs">, atMs: number): boolean => expiresAtMs < atMs;

/**
 * How long an ended budget is remembered. A replica's clock may be wrong for a moment, by a time zone's hours or by a
 * day.
 */
const ENDED_BUDGET_MS = 48 * 3_600_000;
/** The same in earlier versions. */
const FORMER_ENDED_BUDGET_MS = 3_600_000;
/**
 * Ended budgets that an account remembers, about 1.1 MB of its checkpoint. An organization may have as many client tokens
 * at a time, and a clock that is ahead may take the budgets of all of them for ended.
 */
const MAX_ENDED_BUDGETS = 10_000;
/** An account may have thousands of budgets, too many to scan at every block. */
const FORGET_EVERY_BLOCKS = 16;

/**
 * Forgets ended budgets, by the time of the block that was just applied. If more than the maximum remain, those that
 * ended first are forgotten too. All readers of the journal forget at the same block. A process that forgot by its own
 * clock, which may jump, would admit calls that every other reader rejects as a fault.
 * @param onForgotten Called with the amount spent of each.
 */
export const forgetEndedBudgets = (
  state: MutableAccountState,
  { seq, atMs }: { readonly seq: number; readonly atMs: number },
  onForgotten?: (id: string, spent: NanoMxn) => void,
): void => {
  if (seq % FORGET_EVERY_BLOCKS !== 0) return;
  state.latestForgettingMs = Math.max(state.latestForgettingMs, atMs);
  const forget = (id: string, { spent }: BudgetUse) => {
    state.budgets.delete(id);
    onForgotten?.(id, spent);
  };
  const remembered: [id: string, use: BudgetUse][] = [];
  for (const [id, use] of state.budgets) {
    if (use.held !== 0n || !hasEnded(use, atMs)) continue;
    if (hasEnded(use, atMs - ENDED_BUDGET_MS)) forget(id, use);
    else remembered.push([id, use]);
  }
  if (remembered.length <= MAX_ENDED_BUDGETS) return;
  remembered.sort(byEnd);
  for (const [id, use] of remembered.slice(0, -MAX_ENDED_BUDGETS)) forget(id, use);
};

/** A total order, because replicas may hold the budgets in different orders. */
const byEnd = ([leftId, left]: readonly [string, BudgetUse], [rightId, right]: readonly [string, BudgetUse]): number =>
  left.expiresAtMs - right.expiresAtMs || (leftId < rightId ? -1 : 1);

/**
 * Whether a writer of this version or an earlier one may have forgotten a budget before this time. Spending more than its
 * limit is then no fault.
 */
export const mayBeForgotten = (
  { latestForgettingMs }: Pick<AccountState, "latestForgettingMs">,
  budget: Pick<Budget, "expiresAtMs">,
  atMs: number,
): boolean => hasEnded(budget, Math.max(atMs, latestForgettingMs - FORMER_ENDED_BUDGET_MS));

/** Subtracts a forgotten amount from what was spent of a budget. Removes the budget if nothing else is left of it. */
export const forgetSpent = (state: MutableAccountState, id: string, spent: NanoMxn): void => {
  const use = state.budgets.get(id);
  if (use === undefined) return;
  if (use.held === 0n && use.spent === spent) state.budgets.delete(id);
  else state.budgets.set(id, { ...use, spent: nanoMxn(use.spent - spent) });
};

/** Adds budgets. A known one gets the new limit and end, which also apply to open holds. */
const openBudgets = (state: MutableAccountState, budgets: Budgets): void => {
  for (const { id, limit, expiresAtMs } of budgets) {
    const use = state.budgets.get(id) ?? { spent: ZERO_MXN, held: ZERO_MXN };
    state.budgets.set(id, { ...use, limit, expiresAtMs });
  }
};

const useBudgets = (state: MutableAccountState, ids: readonly string[], held: bigint, spent: bigint): void => {
  for (const id of ids) {
    const use = state.budgets.get(id);
    if (use === undefined) continue;
    state.budgets.set(id, { ...use, held: nanoMxn(use.held + held), spent: nanoMxn(use.spent + spent) });
  }
};

const idsOf = (budgets: Budgets | undefined): readonly string[] | undefined => budgets?.map(({ id }) => id);

const applyHold = (state: MutableAccountState, { callId, amount, expiresAtMs, budgets }: HoldEntry): void => {
  const before = state.openHolds.get(callId);
  const grown = before === undefined ? amount : amount - before.amount;
  state.held = nanoMxn(state.held + grown);
  if (budgets !== undefined) openBudgets(state, budgets);
  const budgetIds = before?.budgetIds ?? idsOf(budgets);
  if (budgetIds === undefined) {
    state.openHolds.set(callId, { amount, expiresAtMs });
    return;
  }
  useBudgets(state, budgetIds, grown, ZERO_MXN);
  state.openHolds.set(callId, { amount, expiresAtMs, budgetIds });
};

const applyClose = (
  state: MutableAccountState,
  { callId }: SettleEntry | ReleaseEntry | ExpireEntry,
  settled: SettleEntry | undefined,
): void => {
  const hold = state.openHolds.get(callId);
  const charged = settled?.charge.budgets;
  if (charged !== undefined) openBudgets(state, charged);
  // A call whose hold has expired is still charged.
  const budgetIds = hold === undefined ? idsOf(charged) : hold.budgetIds;
  if (budgetIds !== undefined)
    useBudgets(state, budgetIds, 0n - (hold?.amount ?? ZERO_MXN), settled?.amount ?? ZERO_MXN);
  if (hold === undefined) return;
  state.openHolds.delete(callId);
  state.held = nanoMxn(state.held - hold.amount);
};

/** Applies one entry in place. This runs twice for every entry: a copy of the holds would cost more than all the rest. */
export const applyEntry = (state: MutableAccountState, entry: Entry): void => {
  switch (entry.type) {
    case "hold":
      applyHold(state, entry);
      break;
    case "settle":
      state.balance = nanoMxn(state.balance - entry.amount);
      applyClose(state, entry, entry);
      break;
    case "release":
    case "expire":
      applyClose(state, entry, undefined);
      break;
    case "credit":
    case "adjust":
      state.balance = nanoMxn(state.balance + entry.amount);
      break;
  }
};
