import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { keyName } from "../../format/key-name";
import { Instant } from "../../parts/instant";
import { Money } from "../../parts/money";
import { OutcomeMark } from "../../parts/outcome-mark";
import styles from "./ledger-row.module.css";
import { changesBalance, type Movement, nameMovement } from "./movement";
import { formatUsage } from "./format-usage";

const tellUsed = ({ cached, usage }: NonNullable<Movement["request"]>): string =>
  cached ? "from the cache" : formatUsage(usage);

/** The cells of one movement. */
export const LedgerRow = ({
  entry,
  entry: { at, amount, balance, note, requestId, request },
}: {
  readonly entry: Movement;
}) => (
  <>
    <Base.Td>
      <Instant at={at} />
    </Base.Td>
    <Base.Td>
      {nameMovement(entry)}
      {request === null ? null : (
        <div>
          <OutcomeMark outcome={request.outcome} />
        </div>
      )}
    </Base.Td>
    <Base.Td className={styles.what}>
      {request === null ? (
        <bdi>{note}</bdi>
      ) : (
        <>
          {request.model}
          <div className={`faint ${styles.detail}`}>
            {request.apiKey === null ? null : (
              <bdi className={styles.key} title={request.apiKey.name}>
                {keyName(request.apiKey)}
              </bdi>
            )}
            {request.apiKey === null || tellUsed(request) === "" ? null : " · "}
            {tellUsed(request)}
          </div>
        </>
      )}
    </Base.Td>
    <Base.Td ta="right">
      {changesBalance(entry) ? (
        <Money amount={amount} />
      ) : (
        <span className="faint">
          held <Money amount={amount} />
        </span>
      )}
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
