import { startOfDay, ZERO_MXN } from "@cenote/core";
import { GENESIS_HASH } from "./block";
import type { Statement } from "./ledger-reads";
import { type JournalSince, statementOf } from "./statement";
import type { Journal, PlacedCredit } from "./store";
import type { UsageProjection } from "./usage-projection";

export interface StatementOptions {
  readonly journal: Journal;
  readonly projection: Pick<UsageProjection, "usageSince">;
  readonly organizationId: string;
  /** `YYYY-MM-DD`, inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
}

/**
 * Reads no entries of calls: their charges come from the usage projection, and credits are found by their keys. Errors:
 * overloaded.
 */
export const readStatement = async ({
  journal,
  projection,
  organizationId,
  fromDay,
  toDay,
}: StatementOptions): Promise<Statement> => {
  const { throughSeq, days } = await projection.usageSince(organizationId, fromDay);
  const [end] = await journal.blocksBefore(organizationId, throughSeq + 1, 1);
  const credits: PlacedCredit[] = [];
  for await (const credit of journal.creditsSince(organizationId, startOfDay(fromDay)))
    if (credit.seq <= throughSeq) credits.push(credit);
  const postings = credits
    .sort((a, b) => a.atMs - b.atMs || a.seq - b.seq)
    .map(({ entry, atMs }) => ({ ...entry, atMs }));
  const since: JournalSince = {
    seq: throughSeq,
    hash: end?.hash ?? GENESIS_HASH,
    balance: end?.balance ?? ZERO_MXN,
    days,
    postings,
  };
  return statementOf(since, toDay);
};
