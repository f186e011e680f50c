/** What the load generator, a process of its own, is told and tells. Loopback only, bounded in time. */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** At once, each on a connection of its own, the next call when the one before has ended. */
  readonly callers: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Ends the measurement early; undefined: time alone does. */
  readonly maximumCalls?: number;
  /** What the last bytes of a good answer hold. */
  readonly goodTail: string;
}

export interface HoldOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Streams to open and keep open. */
  readonly streams: number;
  readonly openLimitMs: number;
}

export interface LoadResult {
  readonly calls: number;
  /** Good calls outside of the measurement. */
  readonly furtherCalls: number;
  readonly failed: number;
  /** What was wrong with the first failure. */
  readonly firstFailure: string | undefined;
  readonly elapsedMs: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** To the first byte of the body. */
  readonly firstByteMs: { readonly p50: number; readonly p99: number };
}

export type ToGenerator =
  | { readonly type: "load"; readonly order: LoadOrder }
  | { readonly type: "hold"; readonly order: HoldOrder }
  /** Begin to measure; for a hold: let go. */
  | { readonly type: "go" };

export type FromGenerator =
  | { readonly type: "warm" }
  /** The measurement is over; calls under way go on to their end. */
  | { readonly type: "over" }
  | { readonly type: "result"; readonly result: LoadResult }
  | { readonly type: "held"; readonly open: number; readonly failed: number; readonly firstFailure: string | undefined }
  | { readonly type: "failed"; readonly reason: string };
