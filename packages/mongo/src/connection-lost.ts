import { mongo } from "mongoose";

/** What a socket that breaks fails with. */
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
 * Whether an operation failed because its connection broke. The driver passes on what a socket fails with while a write
 * waits for it to drain, as it is.
 */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError || SOCKET_CODES.has((error as { code?: unknown } | undefined)?.code);
