import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { formatCount } from "../../format/format-count";
import { formatDuration } from "../../format/format-time";
import { Failure } from "../../parts/failure";
import { Money } from "../../parts/money";
import type { Turn } from "./conversation";
import { describeTurn } from "./describe-turn";
import styles from "./turn-status.module.css";

/** Whether the call has a record in the ledger, or will have one soon. */
const isCharged = ({ state, firstTokenMs }: Turn): boolean =>
  state === "whole" || state === "stopped" || (state === "failed" && firstTokenMs !== undefined);

/** The outcome and cost of a turn. */
export const TurnStatus = ({ turn }: { readonly turn: Turn }) => {
  const { refusal, requestId, firstTokenMs, finished, droppedFields } = turn;
  return (
    <div className={styles.status}>
      {refusal === undefined ? null : <Failure refusal={refusal} />}
      <span role="status">
        {finished !== undefined ? (
          <>
            {formatCount(finished.usage.promptTokens)} + {formatCount(finished.usage.completionTokens)} tokens,{" "}
            <Money amount={finished.usage.costMxn} />
            {finished.finishReason === "STOP" ? "" : `, ended by ${finished.finishReason.toLowerCase()}`}
          </>
        ) : (
          describeTurn(turn)
        )}
      </span>
      {firstTokenMs === undefined ? null : <span>first token after {formatDuration(firstTokenMs)}</span>}
      {droppedFields === undefined || droppedFields.length === 0 ? null : (
        <span>the model does not know {droppedFields.join(", ")}</span>
      )}
      {requestId === undefined || !isCharged(turn) ? null : (
        <Anchor component={Link} href={`/requests/${requestId}`} size="sm" className="mono">
          {requestId}
        </Anchor>
      )}
    </div>
  );
};
