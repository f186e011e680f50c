import type { LedgerEntry as ContractEntry } from "@cenote/contracts";
import { formatMxn, invalidRequest } from "@cenote/core";
import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { DEFAULT_PAGE_SIZE, toConnection, toPage } from "../connections/connection";
import { type GraphqlContext, requireApiKey } from "../context";
import { toRequestRecord } from "../requests/requests.resolver";
import { LedgerConnection, LedgerEntry, type LedgerEntryType } from "./ledger.type";

const toEntry = (entry: ContractEntry): LedgerEntry => {
  if (entry.at === undefined) throw new Error("a ledger entry without its time");
  return {
    id: entry.id,
    seq: Number(entry.seq),
    type: entry.type as LedgerEntryType,
    amount: formatMxn(entry.amountNanoMxn),
    balance: formatMxn(entry.balanceNanoMxn),
    requestId: entry.requestId === "" ? null : entry.requestId,
    at: entry.at,
    note: entry.note === "" ? null : entry.note,
    request: toRequestRecord(entry),
  };
};

/** Encodes billing's cursors, so that callers don't depend on their format. */
const opaque = (cursor: string): string => Buffer.from(`ledger:${cursor}`).toString("base64url");
const readCursor = (after: string | null | undefined): string => {
  if (typeof after !== "string" || after === "") return "";
  const text = Buffer.from(after, "base64url").toString();
  if (!text.startsWith("ledger:")) throw invalidRequest("after", "after: this cursor is not one of this list.");
  return text.slice("ledger:".length);
};

@Resolver(() => LedgerEntry)
export class LedgerResolver {
  @Query(() => LedgerConnection, {
    description: "All ledger entries of the organization, newest first. Needs an API key.",
  })
  async ledger(
    @Arg("first", () => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: "Page size, from 1 to 100." })
    first: number,
    @Arg("after", () => String, { nullable: true, description: "`endCursor` of the previous page." }) after:
      | string
      | null
      | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<LedgerConnection> {
    const organizationId = requireApiKey(context);
    const { size } = toPage(first, after);
    const { entries, next } = await context.billing.listLedgerEntries({
      organizationId,
      page: { size, cursor: readCursor(after) },
    });
    return toConnection(
      entries.map((entry) => ({ ...entry, cursor: opaque(entry.cursor ?? "") })),
      next,
      after,
      toEntry,
    );
  }
}
