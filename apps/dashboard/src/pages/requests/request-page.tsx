import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { RequestDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Page } from "../../parts/page";
import { RequestAttempts } from "./request-attempts";
import { RequestFacts } from "./request-facts";
import { RequestUsage } from "./request-usage";

/** One call: its outcome, usage, and how its price was computed. */
export const RequestPage = ({ id }: { readonly id: string }) => {
  const { data, fetching, failure } = useQueryWithRetry({ query: RequestDocument, variables: { id } });
  const request = data?.request;
  return (
    <Page title="Request">
      <div>
        <Anchor component={Link} href="/requests">
          All movements
        </Anchor>{" "}
        · <span className="mono">{id}</span>
      </div>
      {failure === undefined ? null : <Failure {...failure} />}
      {data === undefined && fetching ? <Loading label="Loading the request" /> : null}
      {request === null ? (
        <Empty>
          Your organization has no record of a call with this id. A call that is refused before a provider is called
          leaves none.
        </Empty>
      ) : null}
      {request === null || request === undefined ? null : (
        <>
          <RequestFacts request={request} />
          <RequestUsage request={request} />
          <RequestAttempts attempts={request.attempts} />
        </>
      )}
    </Page>
  );
};
