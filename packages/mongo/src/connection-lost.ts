import { mongo } from "mongoose";

/** Error codes of a broken socket. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  "EPIPE",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "ERR_STREAM_DESTROYED",
]);

/**
 * Whether an operation failed because its connection broke. While a write waits for the socket to drain, the driver passes
 * on the socket's error unwrapped.
 */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError || SOCKET_CODES.has((error as { code?: unknown } | undefined)?.code);
