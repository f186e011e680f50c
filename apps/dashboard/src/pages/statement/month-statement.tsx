import { Button } from "@mantine/core";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { formatCount } from "../../format/format-count";
import { StatementDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { useSession } from "../../session/session";
import { downloadCsv } from "./download";
import { daysOf, monthAfter } from "./month";
import { statementCsv } from "./statement-csv";
import { linesOf } from "./statement-lines";
import styles from "./statement-page.module.css";
import { StatementTable } from "./statement-table";

interface MonthStatementProps {
  readonly month: string;
  readonly isCurrent: boolean;
}

/** The statement of one month, for saving and printing. */
export const MonthStatement = ({ month, isCurrent }: MonthStatementProps) => {
  const { organization } = useSession();
  const days = daysOf(month);
  const { data, fetching, failure } = useQueryWithRetry({ query: StatementDocument, variables: days });
  // While another month is loading, `data` is the previous month's.
  const statement = data?.statement?.from === days.from ? data.statement : undefined;
  if (statement === undefined)
    return failure === undefined ? (
      fetching && <Loading label="Loading the statement" isTall />
    ) : (
      <Failure {...failure} />
    );
  const lines = linesOf(statement);
  const { postings, postingsLeftOut, models, block, hash } = statement;
  return (
    <>
      {failure === undefined ? null : <Failure {...failure} />}
      <p className={styles.about}>
        <bdi>{organization.name}</bdi>, {statement.from} to {statement.to}
        {isCurrent ? ", so far" : ""}. A day begins at midnight of UTC.
      </p>
      {postingsLeftOut === 0 ? null : (
        <p role="note">
          The first {formatCount(postings.length)} credits and corrections are listed; {formatCount(postingsLeftOut)}{" "}
          more are in one line.
        </p>
      )}
      <StatementTable
        lines={lines}
        period={{ from: `${days.from}T00:00:00Z`, to: `${daysOf(monthAfter(month, 1)).from}T00:00:00Z` }}
        isCurrent={isCurrent}
      />
      {postings.length + models.length + postingsLeftOut > 0 ? null : (
        <Empty>Nothing changed the balance {isCurrent ? "this month so far" : "in this month"}.</Empty>
      )}
      <p className={`faint ${styles.readUpTo}`}>
        Read up to block {block} of the ledger, <span className="mono">{hash}</span>.
      </p>
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            downloadCsv(`statement-${month}.csv`, statementCsv(lines));
          }}
        >
          Download CSV
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            window.print();
          }}
        >
          Print
        </Button>
      </div>
    </>
  );
};
