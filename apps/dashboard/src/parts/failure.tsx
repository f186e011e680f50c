import { Button } from "@mantine/core";
import type { Refusal } from "../api/refusal";
import styles from "./failure.module.css";

interface FailureProps {
  readonly refusal: Refusal;
  readonly retry?: (() => void) | undefined;
}

/** An error with its code and request id, which support asks for. */
export const Failure = ({ refusal: { code, message, requestId }, retry }: FailureProps) => (
  <div className={styles.failure} role="alert">
    <p>{message}</p>
    <p className="mono">{[code, requestId].filter((text) => text !== undefined).join(" · ")}</p>
    {retry === undefined ? null : (
      <Button size="xs" variant="default" onClick={retry}>
        Try again
      </Button>
    )}
  </div>
);
