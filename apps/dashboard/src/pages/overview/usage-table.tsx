import { Button, Table as Base } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "../../format/format-count";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import styles from "./usage-table.module.css";
import { type ModelUsage, totalsOf, type UsageRow, type UsageTotals } from "./usage-summary";

const COLUMNS = [
  { name: "Model" },
  { name: "Calls", isNumber: true },
  { name: "Failed", isNumber: true },
  { name: "Input tokens", isNumber: true },
  { name: "Output tokens", isNumber: true },
  { name: "Cost", isNumber: true },
] as const;

const Row = ({ name, totals }: { readonly name: string; readonly totals: UsageTotals }) => (
  <Base.Tr>
    <Base.Th scope="row">{name}</Base.Th>
    {[totals.calls, totals.failedCalls, totals.inputTokens, totals.outputTokens].map((count, index) => (
      <Base.Td key={COLUMNS[index + 1]?.name} ta="right" className="numbers">
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

/** The chart's numbers by model. */
export const UsageTable = ({
  rows,
  models,
}: {
  readonly rows: readonly UsageRow[];
  readonly models: readonly ModelUsage[];
}) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || models.length <= MAX_SHOWN + 1 ? models : models.slice(0, MAX_SHOWN);
  return (
    <>
      <Table label="Usage by model" columns={COLUMNS}>
        {shown.map((usage) => (
          <Row key={usage.model} name={usage.model} totals={usage} />
        ))}
        {models.length > 1 ? <Row name={`All ${models.length} models`} totals={totalsOf(rows)} /> : null}
      </Table>
      {models.length <= MAX_SHOWN + 1 ? null : (
        <Button
          className={styles.more}
          size="xs"
          variant="default"
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll);
          }}
        >
          {showsAll ? `Show only the first ${MAX_SHOWN}` : `Show all ${models.length} models`}
        </Button>
      )}
    </>
  );
};
