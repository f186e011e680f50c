import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { FirstCall } from "../../first-call/first-call";
import { formatDuration } from "../../format/format-time";
import { LatestRequestsDocument } from "../../generated/operations";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Instant } from "../../parts/instant";
import { Loading } from "../../parts/loading";
import { Money } from "../../parts/money";
import { OutcomeMark } from "../../parts/outcome-mark";
import { Section } from "../../parts/section";
import { Table } from "../../parts/table";
import { useAfterCharge } from "./use-after-charge";

const MAX_SHOWN = 8;

const COLUMNS = [
  { name: "When" },
  { name: "Model" },
  { name: "Outcome" },
  { name: "Took", isNumber: true },
  { name: "Cost", isNumber: true },
  { name: "Request" },
] as const;

/** The last charged calls. */
export const LatestSection = () => {
  const { data, fetching, failure, reload } = useQueryWithRetry({ query: LatestRequestsDocument });
  useAfterCharge(reload);
  const requests = data?.ledger?.edges
    .flatMap(({ node: { request } }) => (request === null ? [] : [request]))
    .slice(0, MAX_SHOWN);
  return (
    <Section
      title="Latest requests"
      controls={
        <Anchor component={Link} href="/requests">
          All movements
        </Anchor>
      }
    >
      {failure === undefined ? null : <Failure {...failure} />}
      {requests === undefined ? (
        fetching && <Loading label="Loading requests" />
      ) : requests.length === 0 ? (
        <>
          <Empty>No call was charged yet.</Empty>
          <FirstCall />
        </>
      ) : (
        <Table label="Latest requests" columns={COLUMNS}>
          {requests.map(({ id, at, model, outcome, durationMs, costMxn }) => (
            <Base.Tr key={id}>
              <Base.Td>
                <Instant at={at} />
              </Base.Td>
              <Base.Td>{model}</Base.Td>
              <Base.Td>
                <OutcomeMark outcome={outcome} />
              </Base.Td>
              <Base.Td ta="right" className="numbers">
                {formatDuration(durationMs)}
              </Base.Td>
              <Base.Td ta="right">
                <Money amount={costMxn} />
              </Base.Td>
              <Base.Td>
                <Anchor component={Link} href={`/requests/${id}`} className="mono">
                  {id}
                </Anchor>
              </Base.Td>
            </Base.Tr>
          ))}
        </Table>
      )}
    </Section>
  );
};
