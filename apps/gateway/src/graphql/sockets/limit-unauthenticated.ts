import { CenoteError } from "@cenote/core";
import type { Connection } from "./connection";

/** More than the longest first message, so that one that is somewhat too long is still told so. */
const STRANGER_BYTES = 32 * 1024;

/**
 * Disconnects a client that sends more than this before it has shown a key: the library keeps a message until its last
 * byte has come.
 */
export const limitUnauthenticated = (connection: Connection): void => {
  const {
    socket,
    handshake: { raw },
  } = connection;
  const before = raw.bytesRead;
  const look = (): void => {
    if (connection.caller !== undefined) raw.off("data", look);
    else if (raw.bytesRead - before > STRANGER_BYTES) {
      raw.off("data", look);
      connection.disconnect(new CenoteError("request_too_large"));
      // Or more of it would be kept until it has answered the close frame.
      socket.pause();
    }
  };
  raw.on("data", look);
};
