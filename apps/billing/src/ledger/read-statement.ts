import { startOfDay, ZERO_MXN } from "@cenote/core";
import { GENESIS_HASH } from "./block";
import { isCreditOrAdjustment } from "./entry";
import type { Statement } from "./ledger";
import { type JournalSince, statementOf } from "./statement";
import type { Journal } from "./store";
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
 * Reads no calls: their charges are summed by day beside the journal, and credits have keys of their own. Errors:
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
  const credited = await journal.blocksWithCredits(organizationId, startOfDay(fromDay));
  const postings = credited
    .filter(({ seq }) => seq <= throughSeq)
    .flatMap(({ atMs, entries }) => entries.filter(isCreditOrAdjustment).map((entry) => ({ ...entry, atMs })))
    .toSorted((a, b) => a.atMs - b.atMs);
  const since: JournalSince = {
    seq: throughSeq,
    hash: end?.hash ?? GENESIS_HASH,
    balance: end?.balance ?? ZERO_MXN,
    days,
    postings,
  };
  return statementOf(since, toDay);
};
