const every = (timeMs: number, timeoutMs: number) => ({
  "grpc.keepalive_time_ms": timeMs,
  "grpc.keepalive_timeout_ms": timeoutMs,
  "grpc.keepalive_permit_without_calls": 1,
});

/** Pings that detect a client that disappeared without closing its connection. */
export const SERVER_KEEPALIVE = every(20_000, 10_000);

const LONGEST_SILENCE_MS = 10_000;

/**
 * Pings that detect a server that hangs or disappeared. Until then such a server, one of two, gets every second call. A
 * server that is only busy may not answer in time either, and then loses its calls. So pings are frequent and the timeout
 * is long: a third of a call's deadline, at most 10 s.
 */
export const clientKeepalive = (deadlineMs: number) =>
  every(1_000, Math.min(LONGEST_SILENCE_MS, Math.ceil(deadlineMs / 3)));
