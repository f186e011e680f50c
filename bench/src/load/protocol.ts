import type { RequestParts } from "./request-bytes";

/** Messages to and from the load generator process. Loopback only, limited in time. */
export interface LoadOrder extends RequestParts {
  /** Number of concurrent callers, each with its own connection, starting the next call when the last has ended. */
  readonly callers: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Ends the measurement early; undefined: only time does. */
  readonly maximumCalls?: number;
  /** Text at the end of every valid answer. */
  readonly goodTail: string;
}

export interface HoldOrder extends RequestParts {
  /** Streams to open and keep open. */
  readonly streams: number;
  readonly openLimitMs: number;
}

export interface LoadResult {
  readonly calls: number;
  /** Successful calls outside the measurement. */
  readonly furtherCalls: number;
  readonly failed: number;
  /** The reason of the first failure. */
  readonly firstFailure: string | undefined;
  readonly elapsedMs: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** To the first byte of the body. */
  readonly firstByteMs: { readonly p50: number; readonly p99: number };
}

export type ToGenerator =
  | { readonly type: "load"; readonly order: LoadOrder }
  | { readonly type: "hold"; readonly order: HoldOrder }
  /** Start measuring; for held streams: close them. */
  | { readonly type: "go" };

export type FromGenerator =
  | { readonly type: "warm" }
  /** The measurement is over; open calls still finish. */
  | { readonly type: "over" }
  | { readonly type: "result"; readonly result: LoadResult }
  | { readonly type: "held"; readonly open: number; readonly failed: number; readonly firstFailure: string | undefined }
  | { readonly type: "failed"; readonly reason: string };
