import { DAY_MS, dayOf, type NanoMxn } from "@cenote/core";
import type { Budget } from "../ledger/charge";

export const BUDGET_PERIODS = ["total", "day", "week", "month"] as const;

/**
 * When a key's budget renews: never, at midnight, on Mondays, on the first of the month. In local time by the configured
 * offset from UTC, which is negative in America.
 */
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** The amount that an API key may spend of its organization's balance. */
export interface KeyBudget {
  readonly limit: NanoMxn;
  readonly period: BudgetPeriod;
}

/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** The last moment that fits four digits of a year. */
const NEVER_MS = Date.UTC(9999, 11, 31);

/**
 * The ledger's budget for a call that began at this time. A call that begins in one period and ends in the next spends from
 * the first. After a change of the offset, periods begin at other times and are different budgets. Pure.
 */
export const ledgerBudgetOf = (
  keyId: string,
  { limit, period }: KeyBudget,
  { atMs, utcOffsetMs }: { readonly atMs: number; readonly utcOffsetMs: number },
): Budget => {
  const { startMs, endMs } = spanOf(period, atMs, utcOffsetMs);
  const id = period === "total" ? `${PREFIX}${keyId}` : `${PREFIX}${keyId}:${period}:${startText(startMs)}`;
  return { id, limit, expiresAtMs: endMs };
};

/** A day, `2026-11-23`, at its midnight in UTC; otherwise to the minute, `2026-11-23T06:00Z`. */
const startText = (startMs: number): string =>
  startMs % DAY_MS === 0 ? dayOf(startMs) : `${new Date(startMs).toISOString().slice(0, 16)}Z`;

/** When the next period begins; undefined for a total budget. */
export const resetOf = (period: BudgetPeriod, nowMs: number, utcOffsetMs: number): number | undefined =>
  period === "total" ? undefined : spanOf(period, nowMs, utcOffsetMs).endMs;

const PREFIX = "key:";

/** Whether a budget of the ledger belongs to an API key; the others belong to client tokens. */
export const isKeyBudget = ({ id }: Pick<Budget, "id">): boolean => id.startsWith(PREFIX);

/** When a budget of the ledger renews; undefined for a key's total budget and for client tokens. */
export const renewalOf = (budget: Pick<Budget, "id" | "expiresAtMs">): number | undefined =>
  isKeyBudget(budget) && budget.expiresAtMs !== NEVER_MS ? budget.expiresAtMs : undefined;

/** `2026-11-23, at midnight UTC`, or `2026-11-23, at 06:00 UTC`. */
export const renewalText = (atMs: number): string =>
  `${dayOf(atMs)}, at ${atMs % DAY_MS === 0 ? "midnight" : new Date(atMs).toISOString().slice(11, 16)} UTC`;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

const spanOf = (period: BudgetPeriod, atMs: number, utcOffsetMs: number): Span => {
  if (period === "total") return { startMs: 0, endMs: NEVER_MS };
  const { startMs, endMs } = utcSpanOf(period, atMs + utcOffsetMs);
  return { startMs: startMs - utcOffsetMs, endMs: endMs - utcOffsetMs };
};

const utcSpanOf = (period: Exclude<BudgetPeriod, "total">, atMs: number): Span => {
  switch (period) {
    case "day": {
      const startMs = atMs - (atMs % DAY_MS);
      return { startMs, endMs: startMs + DAY_MS };
    }
    case "week": {
      const startMs = atMs - ((atMs - FIRST_MONDAY_MS) % WEEK_MS);
      return { startMs, endMs: startMs + WEEK_MS };
    }
    case "month": {
      const at = new Date(atMs);
      const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
      return { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
    }
  }
};
