import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { LedgerDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Table } from "../../parts/table";
import { ledgerAddress, type LedgerPlace } from "./ledger-address";
import styles from "./ledger-page.module.css";
import { LedgerRow } from "./ledger-row";
import { changesBalance } from "./movement";

const COLUMNS = [
  { name: "When" },
  { name: "Movement" },
  { name: "Model, key, usage" },
  { name: "Amount", isNumber: true },
  { name: "Balance after", isNumber: true },
  { name: "Request" },
] as const;

/** One page of movements, with links to older and to the newest ones. */
export const LedgerPage = ({ after, withHolds }: LedgerPlace) => {
  const { data, fetching, failure } = useQueryWithRetry({
    query: LedgerDocument,
    variables: after === undefined ? {} : { after },
  });
  // Beside an error `data` may be null, although its type excludes it.
  const ledger = data?.ledger;
  const nodes = ledger?.edges.map(({ node }) => node) ?? [];
  const shown = withHolds ? nodes : nodes.filter(changesBalance);
  const older = ledger?.pageInfo.hasNextPage === true ? ledger.pageInfo.endCursor : null;
  return (
    <>
      {failure === undefined ? null : <Failure {...failure} />}
      {ledger === undefined && fetching ? <Loading label="Loading movements" /> : null}
      {ledger === undefined || shown.length > 0 ? null : (
        <Empty>{nodes.length > 0 ? "Only holds on this page." : "No money has moved yet."}</Empty>
      )}
      {shown.length === 0 ? null : (
        <Table label="Movements of the balance" columns={COLUMNS}>
          {shown.map((entry) => (
            <Base.Tr key={entry.id}>
              <LedgerRow entry={entry} />
            </Base.Tr>
          ))}
        </Table>
      )}
      <nav className={styles.ways} aria-label="Pages of the ledger">
        {after === undefined ? null : (
          <Anchor component={Link} href={ledgerAddress({ after: undefined, withHolds })}>
            Newest movements
          </Anchor>
        )}
        {older === null ? null : (
          <Anchor component={Link} href={ledgerAddress({ after: older, withHolds })}>
            Older movements
          </Anchor>
        )}
      </nav>
    </>
  );
};
