/** Pings that find a peer which vanished without closing its connection, on both sides. */
export const KEEPALIVE_OPTIONS = {
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;
