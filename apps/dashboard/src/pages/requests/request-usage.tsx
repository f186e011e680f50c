import { Table as Base } from "@mantine/core";
import { formatCount } from "../../format/format-count";
import { formatInstant } from "../../format/format-time";
import { formatUnitName } from "../../format/model-words";
import { formatMoney } from "../../money/format-money";
import { Money } from "../../parts/money";
import { Section } from "../../parts/section";
import { Table } from "../../parts/table";
import type { RequestRecord } from "./request-record";
import styles from "./request-usage.module.css";

const COLUMNS = [{ name: "Unit" }, { name: "Variant" }, { name: "Quantity", isNumber: true }] as const;

/** What was used and what it cost. */
export const RequestUsage = ({ request: { usage, costMxn, costUsd, fx } }: { readonly request: RequestRecord }) => (
  <Section title="Usage and price">
    <Table label="Usage" columns={COLUMNS}>
      {usage.map(({ unit, variant, quantity }) => (
        <Base.Tr key={`${unit} ${variant ?? ""}`}>
          <Base.Td>{formatUnitName(unit)}</Base.Td>
          <Base.Td>{variant}</Base.Td>
          <Base.Td ta="right" className="numbers">
            {formatCount(quantity)}
          </Base.Td>
        </Base.Tr>
      ))}
    </Table>
    <p className={styles.price}>
      <strong>
        <Money amount={costMxn} />
      </strong>{" "}
      = <Money amount={costUsd} currency="USD" />, markup included
      {fx === null ? null : (
        <>
          , at {formatMoney(fx.mxnPerUsd)} a dollar ({fx.source.toLowerCase()}
          {fx.at === null ? "" : `, ${formatInstant(fx.at)}`})
        </>
      )}
    </p>
  </Section>
);
