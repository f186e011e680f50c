import type { ServerResponse } from "node:http";
import { CenoteError, type ErrorCode } from "@cenote/core";
import type { Caller } from "./caller";

/** What the gateway remembers of one HTTP request, for its answer, its log line and its metrics. */
export interface Exchange {
  /** Monotonic. */
  readonly startMs: number;
  /** Time from the request's head until its body was complete. */
  bodyMs: number;
  readonly response: ServerResponse;
  /** Aborted when the caller disconnects or the gateway ends the call. The reason is a CenoteError. */
  readonly abort: AbortController;
  /** Set once the key is authenticated. */
  caller: Caller | undefined;
  /** The connection became a WebSocket. */
  isUpgraded: boolean;
  /** Set if the request or its stream failed. */
  errorCode: ErrorCode | undefined;
  /** For the log: which part of the service was unavailable or at its limit. */
  errorReason: string | undefined;
  /** The gateway's own time until the answer began; undefined if the call needed no provider. */
  overheadMs: number | undefined;
}

export const abortReason = (exchange: Exchange): CenoteError | undefined =>
  exchange.abort.signal.aborted ? (exchange.abort.signal.reason as CenoteError) : undefined;

/**
 * The error that the caller of an aborted call gets: the reason of the abort. A service's error with the same code is
 * preferred, because it also says whether the caller may retry.
 */
export const abortedCallError = (reason: CenoteError, thrown: unknown): CenoteError =>
  thrown instanceof CenoteError && thrown.code === reason.code ? thrown : reason;
