import { createFairShares, toCenoteError } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { shareOfCaller } from "../../server/calls/caller";
import type { Connection } from "./connection";

/**
 * Bounds the memory for messages that have not come whole: the library keeps a message until its last byte has come, and
 * pongs between its fragments keep the socket alive.
 */
export interface UnfinishedMessages {
  /** Disconnects a client whose organization uses up its share. To be called before others listen for messages. */
  watch(connection: Connection): void;
}

/** What is kept for each piece that arrives, besides its bytes. */
const PIECE_BYTES = 512;
/** Of a ping or pong. */
const CONTROL_HEAD_BYTES = 6;
/** Unit in which a message is counted; what is shorter is not. */
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
      /** Counted for the last piece besides its bytes. */
      let pieceBytes = 0;

      const count = (piece: Buffer): void => {
        // What still comes after a message that broke a limit of the library is dropped.
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
          // Or it would go on until it has answered the close frame.
          socket.pause();
        }
      };
      /** It came between the pieces of a message, and is not kept. */
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
