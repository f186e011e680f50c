import { Table as Base } from "@mantine/core";
import { formatCount } from "../../format/format-count";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import { type ModelUsage, totalsOf, type UsageRow, type UsageTotals } from "./usage-summary";

const COLUMNS = [
  { name: "Model" }, { name: "Calls", isNumber: true }, { name: "Failed", isNumber: true }, { name: "Input tokens", isNumber: true },
  { name: "Output tokens", isNumber: true }, { name: "Cost", isNumber: true },
] as const;

const Row = ({ name, totals }: { readonly name: string; readonly totals: UsageTotals }) => (
  <Base.Tr>
    <Base.Th scope="row">{name}</Base.Th>
    {[totals.calls, totals.failedCalls, totals.inputTokens, totals.outputTokens].map((count, index) => (
      <Base.Td key={COLUMNS[index + 1]?.name} ta="right" className="numbers">{formatCount(count)}</Base.Td>
    ))}
    <Base.Td ta="right"><Money amount={totals.costMxn} /></Base.Td>
  </Base.Tr>
);

/** The chart in numbers. */
export const UsageTable = ({ rows, models }: { readonly rows: readonly UsageRow[]; readonly models: readonly ModelUsage[] }) => (
  <Table label="Usage by model" columns={COLUMNS}>
    {models.map((usage) => <Row key={usage.model} name={usage.model} totals={usage} />)}
    {models.length > 1 ? <Row name="All" totals={totalsOf(rows)} /> : null}
  </Table>
);
