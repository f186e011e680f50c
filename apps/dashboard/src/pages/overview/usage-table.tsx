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

/** As many as are worth a look; one more is not worth a button. */
const FIRST = 8;

/** The chart in numbers. */
export const UsageTable = ({
  rows,
  models,
}: {
  readonly rows: readonly UsageRow[];
  readonly models: readonly ModelUsage[];
}) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || models.length <= FIRST + 1 ? models : models.slice(0, FIRST);
  return (
    <>
      <Table label="Usage by model" columns={COLUMNS}>
        {shown.map((usage) => (
          <Row key={usage.model} name={usage.model} totals={usage} />
        ))}
        {models.length > 1 ? <Row name={`All ${models.length} models`} totals={totalsOf(rows)} /> : null}
      </Table>
      {models.length <= FIRST + 1 ? null : (
        <Button
          className={styles.more}
          size="xs"
          variant="default"
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll);
          }}
        >
          {showsAll ? "Show the first alone" : `Show all ${models.length} models`}
        </Button>
      )}
    </>
  );
};
