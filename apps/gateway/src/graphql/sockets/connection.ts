import type { Socket } from "node:net";
import { CenoteError, type Clock, type Log } from "@cenote/core";
import type { WebSocket } from "ws";
import type { GatewayLimits } from "../../limits";
import type { Caller } from "../../server/calls/call";
import type { CallGate } from "../../server/calls/call-gate";
import { closeCodeOf, RESTART, RESTART_REASON } from "./close-codes";
import { createSocketWriter } from "./socket-writer";

/** What came with the request for a WebSocket. */
export interface Handshake {
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly raw: Socket;
}

export interface RunningOperation {
  /** Has entered the gate. */
  readonly abort: AbortController;
  /** It ends by itself in time; an operation that does not is ended by a drain. */
  readonly isBounded: boolean;
  /** Called once, when it is over. */
  readonly ended: () => void;
}

/** One open WebSocket and the operations that run over it, each known by the payload that asked for it. */
export interface Connection {
  readonly socket: WebSocket;
  readonly handshake: Handshake;
  /** Undefined until it has told who it is. */
  caller: Caller | undefined;
  /** It was told to close: whatever it still sends is ignored. */
  isLeaving(): boolean;
  isClosed(): boolean;
  openOperations(): number;
  /** Resolves at once; if the reader is behind, when he has caught up or gone. */
  send(text: string): Promise<void>;
  begin(payload: object, operation: RunningOperation): void;
  end(payload: object): void;
  /** Something came from the other side. */
  heard(): void;
  /** A ping of WebSocket itself: is answered. */
  pinged(data: Buffer): void;
  /** Disconnects a reader who takes nothing, and pings one who is silent. */
  look(nowMs: number): void;
  /** Cuts what runs, tells why, and closes. */
  disconnect(error: CenoteError): void;
  /** Ends operations without an end of their own, and closes with the last operation. */
  drain(): void;
  /** The socket is closed: ends what runs. */
  closed(): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  readonly handshake: Handshake;
  readonly gate: CallGate;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: GatewayLimits;
}

/** A client that was told to go and stays is disconnected. */
const CLOSE_GRACE_MS = 2000;

export const createConnection = ({ socket, handshake, gate, clock, log, limits }: ConnectionOptions): Connection => {
  const running = new Map<object, RunningOperation>();
  let isLeaving = false;
  let isDraining = false;
  let isClosed = false;
  let isHeard = true;
  let lastHeardMs = clock.monotonicMs();

  const writer = createSocketWriter({
    socket,
    raw: handshake.raw,
    nowMs: lastHeardMs,
    bufferBytes: limits.streamBufferBytes,
  });

  /**
   * Limits answers that nobody waits for, to pings of the protocol and to refused messages: they are caused by what is
   * heard, so while too much waits for the reader, nothing more is heard. What he asked for before still reaches him,
   * however large it is.
   */
  const hearNoMoreThanIsTaken = (): void => {
    if (
      isLeaving ||
      socket.readyState !== socket.OPEN ||
      socket.isPaused ||
      socket.bufferedAmount <= limits.socketPileBytes
    )
      return;
    socket.pause();
    writer.whenTaken(() => {
      socket.resume();
      hearNoMoreThanIsTaken();
    });
  };

  let unanswered: Buffer | undefined;
  let isAnswering = false;

  /** One answer at a time, to the latest ping, as the standard allows, so that pings can't pile up. */
  const answerPing = (): void => {
    if (isAnswering || unanswered === undefined) return;
    isAnswering = true;
    socket.pong(unanswered, false, () => {
      isAnswering = false;
      answerPing();
    });
    unanswered = undefined;
  };

  /** In the next turn, so that the last operation's `complete` still goes out. */
  const closeIfIdle = (): void => {
    setImmediate(() => {
      if (running.size === 0) socket.close(RESTART, RESTART_REASON);
    });
  };

  const connection: Connection = {
    socket,
    handshake,
    caller: undefined,
    isLeaving: () => isLeaving,
    isClosed: () => isClosed,
    openOperations: () => running.size,
    send: (text) => writer.send(text) ?? Promise.resolve(),
    begin(payload, operation) {
      running.set(payload, operation);
    },
    end(payload) {
      const operation = running.get(payload);
      if (operation === undefined) return;
      running.delete(payload);
      operation.ended();
      gate.leave(operation.abort);
      operation.abort.abort(new CenoteError("cancelled"));
      if (isDraining) closeIfIdle();
    },
    heard() {
      isHeard = true;
      lastHeardMs = clock.monotonicMs();
      hearNoMoreThanIsTaken();
    },
    pinged(data) {
      connection.heard();
      unanswered = data;
      answerPing();
    },
    look(nowMs) {
      if (writer.standstillMs(nowMs) >= limits.stuckReaderMs) {
        if (!isLeaving)
          log.warn(
            { organizationId: connection.caller?.organizationId },
            "a WebSocket that takes nothing was disconnected",
          );
        connection.disconnect(new CenoteError("overloaded", "The connection takes less than it asked for."));
      } else if (writer.isBehind()) {
        // A ping would wait behind what waits for him already.
        isHeard = true;
        lastHeardMs = nowMs;
      } else if (nowMs - lastHeardMs >= limits.socketPingMs) {
        // Nothing was heard since the last time it was asked.
        if (!isHeard) socket.terminate();
        else socket.ping();
        isHeard = false;
        lastHeardMs = nowMs;
      }
    },
    disconnect(error) {
      if (isLeaving) return;
      isLeaving = true;
      // Its goodbye is heard.
      socket.resume();
      for (const { abort } of running.values()) abort.abort(error);
      // In the next turn, so that the last events of what was cut still go out.
      setImmediate(() => {
        socket.close(closeCodeOf(error), error.code);
      });
      clock.setTimer(() => {
        socket.terminate();
      }, CLOSE_GRACE_MS);
    },
    drain() {
      isDraining = true;
      for (const [payload, { isBounded }] of running) if (!isBounded) connection.end(payload);
      closeIfIdle();
    },
    closed() {
      isClosed = true;
      for (const payload of running.keys()) connection.end(payload);
    },
  };
  return connection;
};
