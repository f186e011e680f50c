import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { Instant } from "../../parts/instant";
import { Money } from "../../parts/money";
import { OutcomeMark } from "../../parts/outcome-mark";
import styles from "./ledger-row.module.css";
import { type Movement, MOVEMENT_NAMES } from "./movement";

/** The cells of one movement. */
export const LedgerRow = ({
  entry: { at, type, amount, balance, note, requestId, request },
}: {
  readonly entry: Movement;
}) => (
  <>
    <Base.Td>
      <Instant at={at} />
    </Base.Td>
    <Base.Td>{MOVEMENT_NAMES[type]}</Base.Td>
    <Base.Td className={styles.what}>{request?.model ?? <bdi>{note}</bdi>}</Base.Td>
    <Base.Td>{request === null ? null : <OutcomeMark outcome={request.outcome} />}</Base.Td>
    <Base.Td ta="right">
      <Money amount={amount} />
    </Base.Td>
    <Base.Td ta="right">
      <Money amount={balance} />
    </Base.Td>
    <Base.Td className="mono">
      {request === null ? (
        requestId
      ) : (
        <Anchor component={Link} href={`/requests/${request.id}`} inherit>
          {request.id}
        </Anchor>
      )}
    </Base.Td>
  </>
);
