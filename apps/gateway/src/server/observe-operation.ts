import type { ErrorCode, Log } from "@cenote/core";
import type { Caller } from "./calls/caller";
import type { GatewayMetrics } from "./metrics";

/** An operation over a WebSocket that is over. */
export interface EndedOperation {
  readonly requestId: string;
  readonly caller: Caller;
  /** The last error it was answered with. */
  readonly errorCode: ErrorCode | undefined;
  readonly durationMs: number;
}

export type ObserveOperation = (operation: EndedOperation) => void;

/** Counts an operation, and writes its line: of all that goes over a WebSocket, HTTP sees one request. */
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
