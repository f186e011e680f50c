import { Table as Base } from "@mantine/core";
import { formatDuration } from "../../format/format-time";
import { Empty } from "../../parts/empty";
import { OutcomeMark } from "../../parts/outcome-mark";
import { Section } from "../../parts/section";
import { Table } from "../../parts/table";
import type { RequestRecord } from "./request-record";

const COLUMNS = [{ name: "Try" }, { name: "Route" }, { name: "Outcome" }, { name: "Took", isNumber: true }] as const;

/** Which providers were tried, in order. */
export const RequestAttempts = ({ attempts }: Pick<RequestRecord, "attempts">) => (
  <Section title="Tries at providers">
    {attempts.length === 0 ? (
      <Empty>None is on record.</Empty>
    ) : (
      <Table label="Tries at providers" columns={COLUMNS}>
        {attempts.map(({ route, outcome, durationMs }, index) => (
          // A route may be tried twice, so only the position identifies a try.
          // oxlint-disable-next-line react/no-array-index-key
          <Base.Tr key={index}>
            <Base.Td className="numbers">{index + 1}</Base.Td>
            <Base.Td>{route}</Base.Td>
            <Base.Td>
              <OutcomeMark outcome={outcome} />
            </Base.Td>
            <Base.Td ta="right" className="numbers">
              {formatDuration(durationMs)}
            </Base.Td>
          </Base.Tr>
        ))}
      </Table>
    )}
  </Section>
);
