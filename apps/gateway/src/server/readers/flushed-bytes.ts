import type { Socket } from "node:net";

/**
 * Bytes that the system has taken from this process. The socket's `bytesWritten` also counts bytes that still wait.
 * Node's internal handle has both numbers, even within one large write; Node's own timeouts use it as well.
 */
export const flushedBytes = (
  socket: Socket & { readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null },
): number => {
  const { _handle: handle } = socket;
  return handle === null || handle === undefined ? socket.bytesWritten : handle.bytesWritten - handle.writeQueueSize;
};
