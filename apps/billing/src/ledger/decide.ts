import { CenoteError, type ErrorCode, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import { type AccountState, availableOf, budgetsOf, leftOf, type OpenHold } from "./account-state";
import { balanceChangeOf, type Entry, keyOf, type PostingEntry } from "./entry";
import type { CreditCommand, GrowCommand, HoldCommand, ReleaseCommand, SettleCommand } from "./ledger";
import type { Charge } from "./charge";

/** A command to an account. Its decision depends on nothing else but the state, so it can be decided again on another. */
export type Command =
  | ({
      readonly type: "hold";
      readonly expiresAtMs: number;
      /** The amount held by an earlier decision. The command now holds the same amount or is refused. */
      readonly decided?: NanoMxn;
    } & Omit<HoldCommand, "ttlMs">)
  | ({ readonly type: "grow"; readonly expiresAtMs?: number } & Omit<GrowCommand, "ttlMs">)
  | ({ readonly type: "settle" } & SettleCommand)
  | ({ readonly type: "release" } & ReleaseCommand)
  | ({ readonly type: "credit" | "adjust" } & CreditCommand)
  | { readonly type: "expire"; readonly nowMs: number };

/** `outrun`: other replicas' calls left too little of a budget for the amount already decided, but enough for less. */
export type Refusal = ErrorCode | "outrun";

/** The entries to append, none if nothing changes; or the refusal. */
export type Decision = { readonly entries: readonly Entry[] } | { readonly refused: Refusal };

const OUTRUN = "Another call took this part of the budget at the same moment. Retry.";

/** The caller's error. */
export const errorOfRefusal = (refused: Refusal): CenoteError =>
  refused === "outrun" ? new CenoteError("overloaded", OUTRUN) : new CenoteError(refused);

/** The same for a settlement. The settlement must not be retried, but the call may be. */
export const outrunSettlement = (): CenoteError => new CenoteError("insufficient_balance", OUTRUN, { retryable: true });

/** Maximum number of open holds of an organization: its checkpoint contains them all. */
const MAX_OPEN_HOLDS = 20_000;
/** Holds that one `expire` command closes; the next sweep closes the rest. */
const MAX_EXPIRED_AT_ONCE = 500;
/** Largest amount of one command and of a budget: a thousand million pesos. */
export const MAX_AMOUNT = nanoMxn(10n ** 18n);
/** Balance and holds stay within the database's 64-bit integer: a larger value would wrap around. */
const MAX_BALANCE = nanoMxn(2n ** 63n - 1n);
const MIN_BALANCE = nanoMxn(-(2n ** 63n));

const NOTHING: Decision = { entries: [] };

/** The idempotency key of a command that posts; undefined for the others. */
export const keyOfCommand = (command: Command): string | undefined => {
  switch (command.type) {
    case "settle":
    case "credit":
    case "adjust":
      return keyOf(command);
    case "hold":
    case "grow":
    case "release":
    case "expire":
      return undefined;
  }
};

/**
 * All rules of the ledger. Pure.
 * @param posted The entry in the journal under the command's key; for a hold, its call's settlement.
 */
export const decide = (state: AccountState, command: Command, posted: PostingEntry | undefined): Decision => {
  switch (command.type) {
    case "hold":
      // Another replica settled the call before its hold arrived. Nothing would close that hold before it expires.
      return posted === undefined ? decideHold(state, command) : NOTHING;
    case "grow":
      return decideGrow(state, command);
    case "settle":
      return decideSettle(state, command, posted);
    case "release": {
      const hold = state.openHolds.get(command.callId);
      if (hold === undefined) return NOTHING;
      return { entries: [{ type: "release", callId: command.callId, amount: hold.amount, charge: command.charge }] };
    }
    case "credit":
    case "adjust": {
      const { type, id, amount, note } = command;
      if (posted !== undefined) return posted.amount === amount ? NOTHING : { refused: "idempotency_conflict" };
      return post(state, { type, id, amount, note });
    }
    case "expire":
      return { entries: dueHolds(state, command.nowMs) };
  }
};

/**
 * A call is admitted while anything is available, whatever it may cost: at most one hold makes the available amount
 * negative. A call with budgets is admitted if all of them and the balance cover what it needs: none overdraws.
 */
const decideHold = (state: AccountState, command: Command & { readonly type: "hold" }): Decision => {
  const { callId, amount, expiresAtMs, budgets, needed = ZERO_MXN, most = amount, decided, isNew = false } = command;
  const open = state.openHolds.get(callId);
  // A call that is taken over needs the full time to live, not what its dead process left of it.
  if (open !== undefined)
    return isNew || expiresAtMs <= open.expiresAtMs
      ? NOTHING
      : { entries: [{ type: "hold", callId, amount: open.amount, expiresAtMs }] };
  const left = leftOf(state, budgets);
  if (!isCovered(state, left, needed)) return { refused: "insufficient_balance" };
  if (decided !== undefined && !isCovered(state, left, decided)) return { refused: "outrun" };
  if (state.openHolds.size >= MAX_OPEN_HOLDS) return { refused: "overloaded" };
  if (left === undefined || budgets === undefined)
    return state.held + amount > MAX_BALANCE
      ? { refused: "overloaded" }
      : { entries: [{ type: "hold", callId, amount, expiresAtMs }] };
  const share = decided ?? shareOf(state, left, { amount, most });
  return { entries: [{ type: "hold", callId, amount: share < needed ? needed : share, expiresAtMs, budgets }] };
};

/**
 * The command for another decision, after another replica changed the account. A call with budgets already knows its
 * amount, and its provider may be generating as much: it holds the same amount or is refused.
 * @param entries Of the previous decision.
 */
export const asDecided = (command: Command, [entry]: readonly Entry[]): Command =>
  command.type === "hold" && command.budgets !== undefined && entry?.type === "hold"
    ? { ...command, decided: entry.amount }
    : command;

/** A call may hold this fraction (1/4) of its remaining budget, even if it is expected to cost less. */
const SHARE = 4n;

/**
 * The hold of a call with a budget: its maximum cost, up to its fraction of the budget or its estimate, if that is more.
 * Half of the available balance is left to other calls.
 * @param left What is left of its scarcest budget.
 */
const shareOf = (
  state: AccountState,
  left: NanoMxn,
  { amount, most }: { readonly amount: NanoMxn; readonly most: NanoMxn },
): NanoMxn => {
  const share = nanoMxn(left / SHARE);
  const wanted = lesser(most, amount < share ? share : amount);
  return lesser(wanted, lesser(left, nanoMxn(availableOf(state) / 2n)));
};

const decideGrow = (
  state: AccountState,
  { callId, amount, isBounded = false, expiresAtMs = 0 }: Command & { readonly type: "grow" },
): Decision => {
  const hold = state.openHolds.get(callId);
  if (hold === undefined) return NOTHING;
  const wanted = lesser(amount, nanoMxn(hold.amount + roomToGrow(state, hold, isBounded)));
  const grown = {
    amount: wanted > hold.amount ? wanted : hold.amount,
    expiresAtMs: Math.max(hold.expiresAtMs, expiresAtMs),
  };
  return grown.amount === hold.amount && grown.expiresAtMs === hold.expiresAtMs
    ? NOTHING
    : { entries: [{ type: "hold", callId, ...grown }] };
};

/** A hold without a budget may grow beyond the available balance, unless it is bounded. */
const roomToGrow = (state: AccountState, hold: OpenHold, isBounded: boolean): NanoMxn => {
  const left = leftOf(state, budgetsOf(state, hold));
  if (left !== undefined) return lesser(left, availableOf(state));
  return isBounded ? availableOf(state) : nanoMxn(MAX_BALANCE - state.held);
};

const lesser = (a: NanoMxn, b: NanoMxn): NanoMxn => (a < b ? a : b);

/** @param left What is left of the call's scarcest budget. If undefined (no budget), `needed` has no effect. */
export const isCovered = (state: AccountState, left: NanoMxn | undefined, needed: NanoMxn): boolean =>
  availableOf(state) > 0n && (left === undefined || (left > 0n && needed <= lesser(left, availableOf(state))));

const decideSettle = (state: AccountState, command: SettleCommand, posted: PostingEntry | undefined): Decision => {
  const { callId, amount, charge } = command;
  if (posted === undefined) {
    if (command.isNew === true && state.openHolds.has(callId)) return { refused: "idempotency_conflict" };
    // The hold was refused, lost or expired, and nothing was delivered: the call is admitted now or not at all.
    const isAdmitted =
      command.requiresHold !== true ||
      state.openHolds.has(callId) ||
      isCovered(state, leftOf(state, charge.budgets), amount);
    return isAdmitted ? post(state, { type: "settle", callId, amount, charge }) : { refused: "insufficient_balance" };
  }
  if (posted.amount !== amount && !(posted.type === "settle" && onlyPricedAnew(posted.charge, charge))) {
    return { refused: "idempotency_conflict" };
  }
  // A retried admission may have reopened a settled call's hold. Nothing else would close it before it expires.
  const hold = state.openHolds.get(callId);
  return hold === undefined
    ? NOTHING
    : { entries: [{ type: "release", callId, amount: hold.amount, charge: undefined }] };
};

const post = (state: AccountState, entry: PostingEntry): Decision => {
  const balance = state.balance + balanceChangeOf(entry);
  return balance > MAX_BALANCE || balance < MIN_BALANCE ? { refused: "invalid_request_error" } : { entries: [entry] };
};

const dueHolds = (state: AccountState, nowMs: number): Entry[] => {
  const entries: Entry[] = [];
  for (const [callId, hold] of state.openHolds) {
    if (hold.expiresAtMs > nowMs) continue;
    entries.push({ type: "expire", callId, amount: hold.amount });
    if (entries.length === MAX_EXPIRED_AT_ONCE) break;
  }
  return entries;
};

/** Whether two charges are the same usage at two prices: a settlement repeated after a rate or a price list changed. */
const onlyPricedAnew = (first: Charge, second: Charge): boolean => {
  const samePrice =
    first.priceVersion === second.priceVersion &&
    first.markup === second.markup &&
    first.fx.mxnPerUsd === second.fx.mxnPerUsd;
  return !samePrice && first.model === second.model && sameUsage(first, second);
};

const sameUsage = (first: Charge, second: Charge): boolean =>
  first.usage.length === second.usage.length &&
  first.usage.every((line, index) => {
    const other = second.usage[index];
    return line.unit === other?.unit && line.quantity === other.quantity && line.variant === other.variant;
  });
