import { CenoteError } from "@cenote/core";
import type { Connection } from "./connection";

/** More than the longest first message, so that a slightly longer one still gets its own error. */
const UNAUTHENTICATED_BYTES = 32 * 1024;

/**
 * Disconnects a client that sends more than `UNAUTHENTICATED_BYTES` before it has authenticated: the library buffers a
 * message until its last byte has arrived.
 */
export const limitUnauthenticated = (connection: Connection): void => {
  const {
    socket,
    handshake: { raw },
  } = connection;
  const before = raw.bytesRead;
  const look = (): void => {
    if (connection.caller !== undefined) raw.off("data", look);
    else if (raw.bytesRead - before > UNAUTHENTICATED_BYTES) {
      raw.off("data", look);
      connection.disconnect(new CenoteError("request_too_large"));
      // Otherwise more would be buffered until the client has answered the close frame.
      socket.pause();
    }
  };
  raw.on("data", look);
};
