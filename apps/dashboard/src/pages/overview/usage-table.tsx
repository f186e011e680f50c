import { Button, Table as Base } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "../../format/format-count";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import styles from "./usage-table.module.css";
import { type NamedUsage, totalsOf, type UsageRow, type UsageTotals } from "./usage-summary";

/** After the name. */
const COLUMNS = [
  { name: "Calls", isNumber: true },
  { name: "Failed", isNumber: true },
  { name: "Input tokens", isNumber: true },
  { name: "Output tokens", isNumber: true },
  { name: "Cost", isNumber: true },
] as const;

const Row = ({ name, totals }: { readonly name: string; readonly totals: UsageTotals }) => (
  <Base.Tr>
    <Base.Th scope="row" className={styles.name}>
      <bdi>{name}</bdi>
    </Base.Th>
    {[totals.calls, totals.failedCalls, totals.inputTokens, totals.outputTokens].map((count, index) => (
      <Base.Td key={COLUMNS[index]?.name} ta="right" className="numbers">
        {formatCount(count)}
      </Base.Td>
    ))}
    <Base.Td ta="right">
      <Money amount={totals.costMxn} />
    </Base.Td>
  </Base.Tr>
);

/** Rows shown at first. A single further row is shown too, without a button. */
const MAX_SHOWN = 8;

/** The chart's numbers by model or key. */
export const UsageTable = ({
  rows,
  totals,
  what,
}: {
  readonly rows: readonly UsageRow[];
  readonly totals: readonly NamedUsage[];
  /** What each row is of. */
  readonly what: "model" | "key";
}) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || totals.length <= MAX_SHOWN + 1 ? totals : totals.slice(0, MAX_SHOWN);
  return (
    <>
      <Table label={`Usage by ${what}`} columns={[{ name: what === "key" ? "API key" : "Model" }, ...COLUMNS]}>
        {shown.map((usage) => (
          <Row key={usage.name} name={usage.name} totals={usage} />
        ))}
        {totals.length > 1 ? <Row name={`All ${totals.length} ${what}s`} totals={totalsOf(rows)} /> : null}
      </Table>
      {totals.length <= MAX_SHOWN + 1 ? null : (
        <Button
          className={styles.more}
          size="xs"
          variant="default"
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll);
          }}
        >
          {showsAll ? `Show only the first ${MAX_SHOWN}` : `Show all ${totals.length} ${what}s`}
        </Button>
      )}
    </>
  );
};
