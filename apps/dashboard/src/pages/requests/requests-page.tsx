import { Checkbox, Table as Base } from "@mantine/core";
import { useState } from "react";
import { LedgerDocument, type LedgerQuery } from "../../generated/operations";
import { usePages } from "../../paging/use-pages";
import { Empty } from "../../parts/empty";
import { Page } from "../../parts/page";
import { PageEnd } from "../../parts/page-end";
import { Section } from "../../parts/section";
import { Table } from "../../parts/table";
import { FindRequest } from "./find-request";
import { LedgerRow } from "./ledger-row";
import { changesBalance } from "./movement";
import styles from "./requests-page.module.css";

const pick = ({ ledger }: LedgerQuery) => ledger;

const COLUMNS = [
  { name: "When" }, { name: "Movement" }, { name: "Model" }, { name: "Outcome" }, { name: "Amount", isNumber: true }, { name: "Balance after", isNumber: true }, { name: "Request" },
] as const;

/** Every movement of the organization's money, and the calls they are of. */
export const RequestsPage = () => {
  const control = usePages({ document: LedgerDocument, pick });
  const [withHolds, setWithHolds] = useState(false);
  const { nodes, status } = control.pages;
  const shown = withHolds ? nodes : nodes.filter(changesBalance);
  const controls = (
    <div className={styles.controls}>
      <Checkbox label="Show holds and calls that cost nothing" checked={withHolds} onChange={(event) => { setWithHolds(event.currentTarget.checked); }} />
      <FindRequest />
    </div>
  );
  return (
    <Page title="Requests">
      <Section title="Ledger, newest first" controls={controls}>
        {shown.length === 0 && status !== "loading" && status !== "failed" ? <Empty>{status === "more" ? "Only holds so far." : "No money has moved yet."}</Empty> : null}
        {shown.length === 0 ? null : (
          <Table label="Movements of the balance" columns={COLUMNS}>
            {shown.map((entry) => <Base.Tr key={entry.id}><LedgerRow entry={entry} /></Base.Tr>)}
          </Table>
        )}
        <div className={styles.end}><PageEnd control={control} what="movements" /></div>
      </Section>
    </Page>
  );
};
