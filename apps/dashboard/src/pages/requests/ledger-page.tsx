import { Anchor, Table as Base } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { formatCount } from "../../format/format-count";
import { LedgerDocument } from "../../generated/operations";
import { addMoney } from "../../money/add-money";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import { isFiltered, ledgerAddress, type LedgerPlace, toLedgerFilter, wantsCalls } from "../../shell/ledger-address";
import styles from "./ledger-page.module.css";
import { LedgerRow } from "./ledger-row";
import type { Movement } from "./movement";

const COLUMNS = [
  { name: "When" },
  { name: "Movement" },
  { name: "Model, key, usage" },
  { name: "Amount", isNumber: true },
  { name: "Balance after", isNumber: true },
  { name: "Request" },
] as const;

/**
 * The server may return few rows although there are more. Further parts are then requested until a page has this many
 * rows.
 */
const ENOUGH_ROWS = 50;
/** Parts requested for one page; then the user decides whether to continue. */
const MAX_STEPS = 10;
const NO_ROWS: readonly Movement[] = [];

/** The cost of the rows, if the ledger is filtered for calls. Other movements are not costs. */
const Total = ({ rows }: { readonly rows: readonly Movement[] }) => (
  <p className={styles.total}>
    {rows.length === 1 ? "1 call" : `${formatCount(rows.length)} calls`} on this page,{" "}
    <Money amount={addMoney(rows.flatMap(({ request }) => (request === null ? [] : [request.costMxn])))} /> charged
  </p>
);

/** One page may be loaded in several parts, if each has few rows. */
interface Part {
  /** Cursor of its start. */
  readonly after: string | undefined;
  /** Rows of the earlier parts. */
  readonly before: readonly Movement[];
  readonly step: number;
}

/** One page of movements, with links to older and to the newest ones. */
export const LedgerPage = ({ place }: { readonly place: LedgerPlace }) => {
  const [{ after, before, step }, setPart] = useState<Part>({ after: place.after, before: NO_ROWS, step: 1 });
  const filter = toLedgerFilter(place);
  const { data, fetching, failure } = useQueryWithRetry({
    query: LedgerDocument,
    variables: { ...(after !== undefined && { after }), ...(filter !== undefined && { filter }) },
  });
  // While a part is loading, `data` is the previous part's.
  const ledger = fetching ? undefined : data?.ledger;
  const rows = [...before, ...(ledger?.edges.map(({ node }) => node) ?? [])];
  const older = ledger?.pageInfo.hasNextPage === true ? ledger.pageInfo.endCursor : null;
  if (older !== null && failure === undefined && rows.length < ENOUGH_ROWS && step < MAX_STEPS)
    // In this component, so that the table stays mounted and keeps the keyboard's focus.
    setPart({ after: older, before: rows, step: step + 1 });
  const isSearch = isFiltered(place.filter);
  return (
    <>
      {failure === undefined ? null : <Failure {...failure} />}
      {rows.length === 0 ? null : (
        <Table label="Movements of the balance" columns={COLUMNS}>
          {rows.map((entry) => (
            <Base.Tr key={entry.id}>
              <LedgerRow entry={entry} />
            </Base.Tr>
          ))}
        </Table>
      )}
      {ledger === undefined && fetching ? (
        <Loading label={step === 1 ? "Loading movements" : "Searching older movements"} isTall={rows.length === 0} />
      ) : null}
      {ledger === undefined || rows.length > 0 ? null : (
        <Empty>
          {older !== null
            ? "Nothing was found so far."
            : isSearch
              ? "Nothing matches."
              : place.after === undefined
                ? "No money has moved yet."
                : "No older movement changed the balance."}
        </Empty>
      )}
      {rows.length > 0 && wantsCalls(place.filter) ? <Total rows={rows} /> : null}
      <nav className={styles.ways} aria-label="Pages of the ledger">
        {place.after === undefined ? null : (
          <Anchor component={Link} href={ledgerAddress({ ...place, after: undefined })}>
            Newest movements
          </Anchor>
        )}
        {older === null ? null : (
          <Anchor component={Link} href={ledgerAddress({ ...place, after: older })}>
            {rows.length < ENOUGH_ROWS ? "Search further back" : "Older movements"}
          </Anchor>
        )}
      </nav>
    </>
  );
};
