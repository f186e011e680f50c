import type { Connection } from "./connection";

/** More than the longest first message, so that one that is somewhat too long is still told so. */
const STRANGER_BYTES = 32 * 1024;

/**
 * Terminates a client that sends more than this before it has shown a key: the library keeps a message until its last
 * byte has come.
 */
export const boundStrangers = (connection: Connection): void => {
  const {
    socket,
    handshake: { raw },
  } = connection;
  const before = raw.bytesRead;
  const look = (): void => {
    if (connection.caller !== undefined) raw.off("data", look);
    else if (raw.bytesRead - before > STRANGER_BYTES) socket.terminate();
  };
  raw.on("data", look);
};
