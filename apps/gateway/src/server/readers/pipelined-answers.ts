import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { GatewayLimits } from "../../limits";

/** Answers to pipelined requests whose turn on the connection has not come. */
export interface PipelinedAnswers {
  /**
   * If the connection ends before the answer's turn, the answer is destroyed and emits `close`. A connection with too
   * many waiting answers is closed: each may be large, or keep a file open.
   */
  watch(raw: ServerResponse): void;
}

const closeNow = (raw: ServerResponse): void => {
  raw.destroy();
  // Node 24 emits `close` itself in the next tick; Node 22 never does.
  process.nextTick(() => {
    if (!raw.closed) raw.emit("close");
  });
};

/** Adds one listener per connection, however many requests wait on it. */
export const createPipelinedAnswers = ({ unsentAnswers }: Pick<GatewayLimits, "unsentAnswers">): PipelinedAnswers => {
  const byConnection = new WeakMap<Socket, Set<ServerResponse>>();

  const waitingOn = (socket: Socket): Set<ServerResponse> => {
    const known = byConnection.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<ServerResponse>();
    byConnection.set(socket, waiting);
    socket.once("close", () => {
      for (const raw of waiting) closeNow(raw);
    });
    return waiting;
  };

  return {
    watch(raw) {
      const { socket } = raw.req;
      const waiting = waitingOn(socket);
      waiting.add(raw);
      raw.once("socket", () => {
        waiting.delete(raw);
      });
      if (waiting.size > unsentAnswers) socket.destroy();
    },
  };
};
