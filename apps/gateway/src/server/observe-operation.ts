import type { ErrorCode, Log } from "@cenote/core";
import type { Caller } from "./calls/caller";
import type { GatewayMetrics } from "./metrics";

/** A finished operation over a WebSocket. */
export interface EndedOperation {
  readonly requestId: string;
  readonly caller: Caller;
  /** The code of the last error in its results. */
  readonly errorCode: ErrorCode | undefined;
  readonly durationMs: number;
}

export type ObserveOperation = (operation: EndedOperation) => void;

/** Counts an operation and logs one line. The HTTP log has only one line for the whole WebSocket. */
export const createOperationObserver =
  ({
    metrics,
    log,
  }: {
    readonly metrics: Pick<GatewayMetrics, "observeOperation">;
    readonly log: Log;
  }): ObserveOperation =>
  ({ requestId, caller: { organizationId, keyId }, errorCode, durationMs }) => {
    metrics.observeOperation(errorCode ?? "ok");
    log.info(
      { requestId, durationMs: Math.round(durationMs * 100) / 100, organizationId, keyId, errorCode },
      "socket operation",
    );
  };
