import { useSearch } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { TopUpsDocument, type TopUpsQuery, TopUpTermsDocument } from "../../generated/operations";
import { usePages } from "../../paging/use-pages";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { PageEnd } from "../../parts/page-end";
import { Section } from "../../parts/section";
import { AddMoney } from "./add-money";
import { ReturnedTopUp } from "./returned-top-up";
import { TopUpTable } from "./top-up-table";

const pick = ({ topUps }: TopUpsQuery) => topUps;

/**
 * Adds money to the balance: a form that opens the payment page, and the list of top-ups. The payment page returns here
 * with `top_up` in the address.
 */
export const PaymentsPage = () => {
  const { data, fetching, failure } = useQueryWithRetry({ query: TopUpTermsDocument });
  const control = usePages({ document: TopUpsDocument, pick });
  const returned = new URLSearchParams(useSearch()).get("top_up");
  const { nodes, status } = control.pages;
  const terms = data?.topUpTerms;
  return (
    <Page title="Payments">
      {returned === null ? null : <ReturnedTopUp key={returned} id={returned} changed={control.restart} />}
      <Section title="Add money to the balance">
        {failure === undefined ? null : <Failure {...failure} />}
        {terms === undefined && fetching ? <Loading label="Loading what can be paid" /> : null}
        {terms === null ? (
          <Empty>No payments are set up here: the operator of this gateway adds money to the balance.</Empty>
        ) : null}
        {terms === undefined || terms === null ? null : <AddMoney terms={terms} />}
      </Section>
      <Section title="Payments, newest first">
        {nodes.length === 0 && status === "end" ? <Empty>Nothing was paid in yet.</Empty> : null}
        {nodes.length === 0 ? null : <TopUpTable topUps={nodes} />}
        <PageEnd control={control} what="payments" />
      </Section>
    </Page>
  );
};
