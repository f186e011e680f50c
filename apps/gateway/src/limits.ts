/** Bounds of the public surface. Those of an organization or a key are billing's. */
export interface GatewayLimits {
  /** Body of one request. */
  readonly bodyBytes: number;
  /** Objects and arrays inside each other in a JSON body. */
  readonly jsonDepth: number;
  /** Calls under way in this process; above it 503. */
  readonly openCalls: number;
  /** What a stream may keep for a reader that is slower than the model; the model waits above it. */
  readonly streamBufferBytes: number;
  /** A reader that takes nothing for so long is disconnected. */
  readonly stuckReaderMs: number;
  /** Silence in a stream after which a comment keeps proxies from closing it. */
  readonly keepAliveMs: number;
  /** Until a whole request has arrived. */
  readonly requestArrivalMs: number;
  /** What is still read of a body that is too large, so that its sender gets to the answer. */
  readonly discardBytes: number;
  readonly discardMs: number;
  /** An idle connection stays open for so long. */
  readonly idleConnectionMs: number;
  /** What `Retry-After` says when the gateway is full, draining or a part of it is away. */
  readonly retryAfterMs: number;
  /** Age up to which the list of models and prices is used again. */
  readonly modelListAgeMs: number;
  /** Until a part of the system has to answer a readiness probe. */
  readonly probeMs: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  bodyBytes: 20 * 1024 * 1024,
  jsonDepth: 64,
  openCalls: 4096,
  streamBufferBytes: 64 * 1024,
  stuckReaderMs: 60_000,
  keepAliveMs: 15_000,
  requestArrivalMs: 120_000,
  discardBytes: 128 * 1024 * 1024,
  discardMs: 10_000,
  idleConnectionMs: 72_000,
  retryAfterMs: 1000,
  modelListAgeMs: 1000,
  probeMs: 2000,
};
