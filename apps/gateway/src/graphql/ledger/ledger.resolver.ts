import type { LedgerEntry as ContractEntry, LedgerFilter as ContractFilter } from "@cenote/contracts";
import { formatMxn, invalidField } from "@cenote/core";
import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { toConnection, toPage } from "../connections/connection";
import { PageArgs } from "../connections/page.args";
import { type GraphqlContext, requireApiKey } from "../context";
import { orNull } from "../or-null";
import { toRequestRecord } from "../requests/requests.resolver";
import { LedgerFilter } from "./ledger-filter.input";
import { LedgerConnection, LedgerEntry, type LedgerEntryType } from "./ledger.type";

const toEntry = (entry: ContractEntry): LedgerEntry => {
  if (entry.at === undefined) throw new Error("a ledger entry without its time");
  return {
    id: entry.id,
    seq: Number(entry.seq),
    type: entry.type as LedgerEntryType,
    amount: formatMxn(entry.amountNanoMxn),
    balance: formatMxn(entry.balanceNanoMxn),
    requestId: orNull(entry.requestId),
    at: entry.at,
    note: orNull(entry.note),
    request: toRequestRecord(entry),
  };
};

/** Encodes billing's cursors, so that callers don't depend on their format. */
const opaque = (cursor: string): string => Buffer.from(`ledger:${cursor}`).toString("base64url");
const readCursor = (after: string | null | undefined): string => {
  if (typeof after !== "string" || after === "") return "";
  const text = Buffer.from(after, "base64url").toString();
  if (!text.startsWith("ledger:")) throw invalidField("after", "this cursor is not one of this list.");
  return text.slice("ledger:".length);
};

const toFilter = ({ types, apiKeyId, clientTokenId, ...rest }: LedgerFilter): ContractFilter => ({
  types: types ?? [],
  from: rest.from ?? undefined,
  to: rest.to ?? undefined,
  model: rest.model ?? undefined,
  keyId: apiKeyId ?? undefined,
  clientTokenId: clientTokenId ?? undefined,
  kind: rest.kind ?? undefined,
  outcome: rest.outcome ?? undefined,
});

@Resolver(() => LedgerEntry)
export class LedgerResolver {
  @Query(() => LedgerConnection, {
    nullable: true,
    description:
      "The ledger of the organization, newest first. With `filter`, a page can have fewer entries than `first`, or none, although `hasNextPage` is true: each page searches a bounded part of the ledger. Needs an API key.",
  })
  async ledger(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg("filter", () => LedgerFilter, { nullable: true, description: "If absent, all entries are listed." })
    filter: LedgerFilter | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<LedgerConnection> {
    const organizationId = requireApiKey(context);
    const { size } = toPage(paging);
    const { entries, next } = await context.billing.listLedgerEntries({
      organizationId,
      page: { size, cursor: readCursor(paging.after) },
      filter: filter === null || filter === undefined ? undefined : toFilter(filter),
    });
    const page = toConnection(
      entries.map((entry) => ({ ...entry, cursor: opaque(entry.cursor ?? "") })),
      next,
      paging.after,
      toEntry,
    );
    // With a filter, the next page begins where this one stopped searching, which may be far after its last entry.
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    return {
      edges: page.edges,
      pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor: next === "" ? endCursor : opaque(next) },
    };
  }
}
