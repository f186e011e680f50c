import type { Socket } from "node:net";

/**
 * Bytes that the system has taken off this process. Node's own `bytesWritten` counts those that still wait as well. Its
 * field for the connection knows both numbers, also within one large piece, and is what its own timeouts go by.
 */
export const takenBytes = (
  socket: Socket & { readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null },
): number => {
  const { _handle: handle } = socket;
  return handle === null || handle === undefined ? socket.bytesWritten : handle.bytesWritten - handle.writeQueueSize;
};
