import { dayOf, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Statement, StatementPosting } from "./ledger-reads";
import type { UsageDayByModel } from "./store";
import { mergeUsage, rowsOfUsage, usageOfRows } from "./usage-days";

/** A journal as of one of its blocks, and all changes of the balance from a given day to that block. */
export interface JournalSince {
  readonly seq: number;
  readonly hash: string;
  readonly balance: NanoMxn;
  readonly days: readonly UsageDayByModel[];
  readonly postings: readonly StatementPosting[];
}

/** Postings that are listed one by one: they fit into one message, and nobody reads more. */
const MAX_POSTINGS = 1_000;

/**
 * Computed backwards from the balance at the end. Charges, credits and both balances are thus assigned to days by the same
 * times, even if replicas' clocks differ and times do not follow the order of blocks.
 *
 * @param since Changes on the first day of the statement and later.
 * @param lastDay `YYYY-MM-DD`, inclusive, not before the first.
 */
export const statementOf = ({ seq, hash, balance, days, postings }: JournalSince, lastDay: string): Statement => {
  const opening = nanoMxn(balance - sumOf(postings) + chargedOn(days));
  const then = postings.filter(({ atMs }) => dayOf(atMs) <= lastDay);
  const daysThen = days.filter(({ day }) => day <= lastDay);
  const usage = usageOfRows();
  for (const day of daysThen) mergeUsage(usage, usageOfRows({ rows: day.rows, keys: [] }));
  return {
    opening,
    credited: sumOf(then.filter(({ type }) => type === "credit")),
    adjusted: sumOf(then.filter(({ type }) => type === "adjust")),
    charged: chargedOn(daysThen),
    closing: nanoMxn(opening + sumOf(then) - chargedOn(daysThen)),
    postings: then.slice(0, MAX_POSTINGS),
    postingsLeftOut: Math.max(0, then.length - MAX_POSTINGS),
    models: rowsOfUsage(usage).rows,
    seq,
    hash,
  };
};

const sumOf = (postings: readonly StatementPosting[]): NanoMxn =>
  postings.reduce((sum, { amount }) => nanoMxn(sum + amount), ZERO_MXN);

const chargedOn = (days: readonly UsageDayByModel[]): NanoMxn =>
  days.reduce((sum, { rows }) => rows.reduce((more, { cost }) => nanoMxn(more + cost), sum), ZERO_MXN);
