import { Anchor, Table as Base } from "@mantine/core";
import type { TopUpsQuery } from "../../generated/operations";
import { Instant } from "../../parts/instant";
import { Mark } from "../../parts/mark";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import { STATE_WORDS } from "./state-words";

const COLUMNS = [
  { name: "Created" },
  { name: "Amount", isNumber: true },
  { name: "State" },
  { name: "Paid back", isNumber: true },
  { name: "Ended" },
] as const;

interface TopUpTableProps {
  readonly topUps: readonly NonNullable<TopUpsQuery["topUps"]>["edges"][number]["node"][];
}

export const TopUpTable = ({ topUps }: TopUpTableProps) => (
  <Table label="Payments" columns={COLUMNS}>
    {topUps.map(({ id, amount, state, checkoutUrl, refunded, created, ended }) => (
      <Base.Tr key={id}>
        <Base.Th scope="row" title={id}>
          <Instant at={created} toMinute />
        </Base.Th>
        <Base.Td ta="right">
          <Money amount={amount} />
        </Base.Td>
        <Base.Td>
          <Mark tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].word}</Mark>{" "}
          {checkoutUrl === null ? null : (
            <Anchor href={checkoutUrl} inherit>
              Pay
            </Anchor>
          )}
        </Base.Td>
        <Base.Td ta="right">{refunded === "0" ? null : <Money amount={refunded} />}</Base.Td>
        <Base.Td>{ended === null ? null : <Instant at={ended} toMinute />}</Base.Td>
      </Base.Tr>
    ))}
  </Table>
);
