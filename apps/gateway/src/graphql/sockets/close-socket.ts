import type { Clock } from "@cenote/core";
import type { WebSocket } from "ws";

/** Time for the client's close frame; then the socket is terminated. */
const CLOSE_GRACE_MS = 2000;
/** Longest close reason of the WebSocket protocol. The library throws for longer ones. */
const MAX_REASON_BYTES = 123;

/** Closes a socket, whether or not the client answers. @param of.reason ASCII; cut if it is too long. */
export const closeSocket = (
  socket: WebSocket,
  { code, reason, clock }: { readonly code: number; readonly reason: string; readonly clock: Clock },
): void => {
  socket.close(code, reason.slice(0, MAX_REASON_BYTES));
  const timer = clock.setTimer(() => {
    socket.terminate();
  }, CLOSE_GRACE_MS);
  socket.once("close", () => {
    timer.cancel();
  });
};
