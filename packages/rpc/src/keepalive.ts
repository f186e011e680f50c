interface Keepalive {
  readonly "grpc.keepalive_time_ms": number;
  readonly "grpc.keepalive_timeout_ms": number;
  readonly "grpc.keepalive_permit_without_calls": 0 | 1;
}

const every = (timeMs: number, timeoutMs: number): Keepalive => ({
  "grpc.keepalive_time_ms": timeMs,
  "grpc.keepalive_timeout_ms": timeoutMs,
  "grpc.keepalive_permit_without_calls": 1,
});

/** Pings that find a caller which vanished without closing its connection. */
export const SERVER_KEEPALIVE = every(20_000, 10_000);

const LONGEST_SILENCE_MS = 10_000;

/**
 * Pings that find a server which hangs or vanished: until then every second call goes to it, if there are two. A server
 * that is only busy answers none either, and its calls end with the connection. So we ask often and wait long: a third
 * of the time of a call, and 10 s if its calls take long.
 */
export const clientKeepalive = (deadlineMs: number): Keepalive =>
  every(1_000, Math.min(LONGEST_SILENCE_MS, Math.ceil(deadlineMs / 3)));
