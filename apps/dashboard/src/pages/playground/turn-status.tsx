import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { formatCount } from "../../format/format-count";
import { formatDuration } from "../../format/format-time";
import { Failure } from "../../parts/failure";
import { Money } from "../../parts/money";
import type { Turn } from "./conversation";
import styles from "./turn-status.module.css";

const WORDS: Readonly<Record<Turn["state"], string>> = {
  waiting: "Waiting for the first token …",
  typing: "Answering …",
  whole: "Whole",
  stopped: "Stopped: what was made until then is charged",
  failed: "Not whole: what had come until then is charged",
};

/** How a turn went, and what it cost. */
export const TurnStatus = ({ turn: { state, refusal, requestId, firstTokenMs, finished, droppedFields } }: { readonly turn: Turn }) => (
  <div className={styles.status}>
    {refusal === undefined ? null : <Failure refusal={refusal} />}
    <span role="status">
      {state === "whole" && finished !== undefined
        ? <>{formatCount(finished.usage.promptTokens)} + {formatCount(finished.usage.completionTokens)} tokens, <Money amount={finished.usage.costMxn} />{finished.finishReason === "STOP" ? "" : `, ended by ${finished.finishReason.toLowerCase()}`}</>
        : WORDS[state]}
    </span>
    {firstTokenMs === undefined ? null : <span>first token after {formatDuration(firstTokenMs)}</span>}
    {droppedFields === undefined || droppedFields.length === 0 ? null : <span>the model does not know {droppedFields.join(", ")}</span>}
    {requestId === undefined || state === "waiting" || state === "typing" ? null : <Anchor component={Link} href={`/requests/${requestId}`} size="sm" className="mono">{requestId}</Anchor>}
  </div>
);
