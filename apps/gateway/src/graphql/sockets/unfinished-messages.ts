import { createFairShares, toCenoteError } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { shareOfCaller } from "../../server/calls/caller";
import type { Connection } from "./connection";

/**
 * Bounds the memory for incomplete messages. The library buffers a message until its last byte has arrived, and pongs
 * between its fragments keep the socket alive.
 */
export interface UnfinishedMessages {
  /** Disconnects a client whose organization exceeds its share. Call it before others listen for messages. */
  watch(connection: Connection): void;
}

/** Memory for each arriving piece, in addition to its bytes. */
const PIECE_BYTES = 512;
/** Frame header of a ping or pong. */
const CONTROL_HEAD_BYTES = 6;
/** Unit of counting. Shorter messages are not counted. */
const STEP_BYTES = 64 * 1024;

export const createUnfinishedMessages = ({
  socketUnfinishedBytes,
  retryAfterMs,
}: Pick<GatewayLimits, "socketUnfinishedBytes" | "retryAfterMs">): UnfinishedMessages => {
  const shares = createFairShares({
    total: socketUnfinishedBytes,
    message: `The organization's unfinished messages use up its share of ${socketUnfinishedBytes} bytes already.`,
    retryAfterMs,
  });

  return {
    watch(connection) {
      const { socket, handshake } = connection;
      let heldBytes = 0;
      let countedBytes = 0;
      /** Counted for the last piece in addition to its bytes. */
      let pieceBytes = 0;

      const count = (piece: Buffer): void => {
        // After a message that exceeded a limit of the library, everything that arrives is dropped.
        if (socket.readyState !== socket.OPEN) return;
        pieceBytes = PIECE_BYTES;
        heldBytes += piece.length + pieceBytes;
        const steps = Math.floor((heldBytes - countedBytes) / STEP_BYTES);
        if (connection.caller === undefined || steps <= 0) return;
        try {
          shares.take(shareOfCaller(connection.caller), steps * STEP_BYTES);
          countedBytes += steps * STEP_BYTES;
        } catch (error) {
          connection.disconnect(toCenoteError(error));
          // Otherwise it would continue to send until it has answered the close frame.
          socket.pause();
        }
      };
      /** A ping or pong may come between the pieces of a message. It is not buffered. */
      const discount = (data: Buffer): void => {
        heldBytes = Math.max(0, heldBytes - data.length - CONTROL_HEAD_BYTES - pieceBytes);
        pieceBytes = 0;
      };
      const forget = (): void => {
        heldBytes = 0;
        if (connection.caller !== undefined) shares.giveBack(shareOfCaller(connection.caller), countedBytes);
        countedBytes = 0;
      };

      // Before the library, which emits the messages that a piece completes.
      handshake.raw.prependListener("data", count);
      socket.on("ping", discount);
      socket.on("pong", discount);
      socket.on("message", forget);
      socket.once("close", forget);
    },
  };
};
