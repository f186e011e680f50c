import { dayOf, type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Statement, StatementPosting } from "./ledger-reads";
import type { UsageDayByModel } from "./store";
import { mergeUsage, rowsOfUsage, usageOfRows } from "./usage-days";

/** A journal after one of its blocks, and what changed the balance from a day on until then. */
export interface JournalSince {
  readonly seq: number;
  readonly hash: string;
  readonly balance: NanoMxn;
  readonly days: readonly UsageDayByModel[];
  readonly postings: readonly StatementPosting[];
}

/** Listed one by one: more would not be read by anybody, and a message has room for them. */
const MAX_POSTINGS = 1_000;

/**
 * Reckoned back from the balance at the end, so that a charge, a credit and the two balances are assigned to days by the
 * same times, whatever the clocks of replicas made of the order of their blocks.
 *
 * @param since What changed the balance on the first day of the statement and later.
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
