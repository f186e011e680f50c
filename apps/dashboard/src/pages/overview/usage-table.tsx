import { Anchor, Table as Base } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { formatCount } from "../../format/format-count";
import { Money } from "../../parts/money";
import { ShowAll } from "../../parts/show-all";
import { Table } from "../../parts/table";
import { type CallFilter, callsAddress } from "../../shell/ledger-address";
import styles from "./usage-table.module.css";
import { type NamedUsage, totalsOf, type UsageRow, type UsageTotals } from "./usage-summary";

/** The columns after the name. */
const COLUMNS = [
  { name: "Calls", isNumber: true },
  { name: "Failed", isNumber: true },
  { name: "Input tokens", isNumber: true },
  { name: "Output tokens", isNumber: true },
  { name: "Cost", isNumber: true },
] as const;

interface RowProps {
  readonly name: string;
  readonly totals: UsageTotals;
  /** Filter that finds the calls of the row; undefined if no filter can select them. */
  readonly calls: Partial<CallFilter> | undefined;
}

const Row = ({ name, totals, calls }: RowProps) => (
  <Base.Tr>
    <Base.Th scope="row" className={styles.name}>
      {calls === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <Anchor component={Link} href={callsAddress(calls)} inherit>
          <bdi>{name}</bdi>
        </Anchor>
      )}
    </Base.Th>
    {[totals.calls, totals.failedCalls, totals.inputTokens, totals.outputTokens].map((count, index) => (
      <Base.Td key={COLUMNS[index]?.name} ta="right" className="numbers">
        {calls === undefined || count === 0 || COLUMNS[index]?.name !== "Failed" ? (
          formatCount(count)
        ) : (
          <Anchor
            component={Link}
            href={callsAddress({ ...calls, outcome: "failed" })}
            inherit
            aria-label={`${formatCount(count)} failed, ${name}`}
          >
            {formatCount(count)}
          </Anchor>
        )}
      </Base.Td>
    ))}
    <Base.Td ta="right">
      <Money amount={totals.costMxn} />
    </Base.Td>
  </Base.Tr>
);

/** Rows shown at first. A single further row is shown too, without a button. */
const MAX_SHOWN = 8;

/** The chart's numbers, by model or by key. */
export const UsageTable = ({
  rows,
  totals,
  what,
  from,
}: {
  readonly rows: readonly UsageRow[];
  readonly totals: readonly NamedUsage[];
  /** Whether a row stands for a model or a key. */
  readonly what: "model" | "key";
  /** Start of the range, RFC 3339. */
  readonly from: string;
}) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || totals.length <= MAX_SHOWN + 1 ? totals : totals.slice(0, MAX_SHOWN);
  return (
    <>
      <Table label={`Usage by ${what}`} columns={[{ name: what === "key" ? "API key" : "Model" }, ...COLUMNS]}>
        {shown.map((usage) => (
          <Row
            key={usage.name}
            name={usage.name}
            totals={usage}
            calls={usage.id === null ? undefined : { [what]: usage.id, from }}
          />
        ))}
        {totals.length > 1 ? (
          <Row name={`All ${totals.length} ${what}s`} totals={totalsOf(rows)} calls={undefined} />
        ) : null}
      </Table>
      {totals.length <= MAX_SHOWN + 1 ? null : (
        <ShowAll first={MAX_SHOWN} all={`${totals.length} ${what}s`} showsAll={showsAll} change={setShowsAll} />
      )}
    </>
  );
};
