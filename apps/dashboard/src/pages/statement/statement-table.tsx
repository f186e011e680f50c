import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { formatCount } from "../../format/format-count";
import { Money } from "../../parts/money";
import { Table } from "../../parts/table";
import { callsAddress } from "../../shell/ledger-address";
import type { StatementLine } from "./statement-lines";
import styles from "./statement-table.module.css";

const COLUMNS = [
  { name: "Day" },
  { name: "Movement" },
  { name: "Id or model, note" },
  { name: "Calls", isNumber: true },
  { name: "Amount", isNumber: true },
] as const;

const TYPE_NAMES: Readonly<Record<StatementLine["type"], string>> = {
  opening: "Opening balance",
  credit: "Credit",
  adjust: "Correction",
  charges: "Charges",
  closing: "Closing balance",
};

interface StatementTableProps {
  readonly lines: readonly StatementLine[];
  /** Start of the month and of the next one, RFC 3339. */
  readonly period: { readonly from: string; readonly to: string };
  /** The month is not over. */
  readonly isCurrent: boolean;
}

/** The lines of a statement. A model is a link to its calls. */
export const StatementTable = ({ lines, period, isCurrent }: StatementTableProps) => (
  <Table label="Statement" columns={COLUMNS}>
    {lines.map(({ day, type, name, note, calls, amount }, index) => (
      // All lines come from one answer and never move.
      // oxlint-disable-next-line react/no-array-index-key
      <Base.Tr key={index} className={type === "opening" || type === "closing" ? styles.balance : undefined}>
        <Base.Td className="numbers">{type === "charges" || (isCurrent && type === "closing") ? "" : day}</Base.Td>
        <Base.Td>{isCurrent && type === "closing" ? "Balance now" : TYPE_NAMES[type]}</Base.Td>
        <Base.Td className={styles.name}>
          {type === "charges" ? (
            <Anchor component={Link} href={callsAddress({ model: name, ...period })} inherit>
              <bdi>{name}</bdi>
            </Anchor>
          ) : name === "" ? null : (
            <bdi className="mono">{name}</bdi>
          )}
          {note === "" ? null : (
            <div className={`faint ${styles.note}`}>
              <bdi>{note}</bdi>
            </div>
          )}
        </Base.Td>
        <Base.Td ta="right" className="numbers">
          {calls === undefined ? "" : formatCount(calls)}
        </Base.Td>
        <Base.Td ta="right">
          <Money amount={amount} />
        </Base.Td>
      </Base.Tr>
    ))}
  </Table>
);
