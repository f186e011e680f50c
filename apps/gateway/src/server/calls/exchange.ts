import type { ServerResponse } from "node:http";
import { CenoteError, type ErrorCode } from "@cenote/core";
import type { Caller } from "./caller";

/** What the gateway remembers of one HTTP request, for its answer, its log line and its metrics. */
export interface Exchange {
  /** Monotonic. */
  readonly startMs: number;
  /** Time that its body took to arrive after its head. */
  bodyMs: number;
  readonly response: ServerResponse;
  /** Fires when the caller goes away or the gateway cuts the call. Its reason is a CenoteError. */
  readonly abort: AbortController;
  /** Set once the API key was checked. */
  caller: Caller | undefined;
  /** The connection became a WebSocket. */
  isUpgraded: boolean;
  /** Set where the request or its stream failed. */
  errorCode: ErrorCode | undefined;
  /** Why it was turned away, for the log: which part of the service is away. */
  errorReason: string | undefined;
  /** Time spent here until the answer began, if a provider was waited for. */
  overheadMs: number | undefined;
}

export const abortReason = (exchange: Exchange): CenoteError | undefined =>
  exchange.abort.signal.aborted ? (exchange.abort.signal.reason as CenoteError) : undefined;

/**
 * What a caller hears of a call that was aborted: the reason. A service that was asked for the call knows the same, and
 * whether it may be sent again as well.
 */
export const abortedCallError = (reason: CenoteError, thrown: unknown): CenoteError =>
  thrown instanceof CenoteError && thrown.code === reason.code ? thrown : reason;
