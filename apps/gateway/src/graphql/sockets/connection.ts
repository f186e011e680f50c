import type { Socket } from "node:net";
import { CenoteError, type Clock, type Log } from "@cenote/core";
import type { WebSocket } from "ws";
import type { GatewayLimits } from "../../limits";
import type { Caller } from "../../server/calls/caller";
import type { CallGate } from "../../server/calls/call-gate";
import { closeCodeOf, RESTART, RESTART_REASON } from "./close-codes";
import { closeSocket } from "./close-socket";
import { createSocketWriter } from "./socket-writer";

/** The upgrade request of a WebSocket. */
export interface Handshake {
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  /** The client's address: see `CallerAddress`. */
  readonly address: string;
  readonly raw: Socket;
}

export interface RunningOperation {
  /** Registered at the call gate. */
  readonly abort: AbortController;
  /** Whether it ends by itself. If not, a drain does not wait for it, and the key's expiry ends it. */
  readonly endsByItself: boolean;
  /** Called once, when the operation has ended. */
  readonly ended: () => void;
}

/** One open WebSocket and its running operations, each identified by its `subscribe` payload. */
export interface Connection {
  readonly socket: WebSocket;
  readonly handshake: Handshake;
  /** Undefined until it is authenticated. */
  caller: Caller | undefined;
  /** Whether the connection is being closed: then further messages are ignored. */
  isLeaving(): boolean;
  isClosed(): boolean;
  openOperations(): number;
  /** The error for further operations, once the key has expired. */
  expiry(): CenoteError | undefined;
  /** Resolves at once, or if the reader is behind, when it has caught up or disconnected. */
  send(text: string): Promise<void>;
  begin(payload: object, operation: RunningOperation): void;
  end(payload: object): void;
  /** Call it for each received message. */
  received(): void;
  /** Answers a ping frame. */
  pingReceived(data: Buffer): void;
  /** Call it for each received pong frame. */
  pongReceived(): void;
  /** Call it every second. Disconnects a reader that takes nothing, and pings a silent client. */
  check(nowMs: number): void;
  /** Closes with a code, whether or not the client answers. */
  close(code: number, reason: string): void;
  /** Aborts running operations, and closes with the error's code. */
  disconnect(error: CenoteError): void;
  /**
   * Closes after the last operation that ends by itself. The others continue until then, and end without a `complete`:
   * after a `complete`, a client would not subscribe again; after the close code for a restart, it does.
   */
  drain(): void;
  /**
   * Call it when the key has expired. Operations that don't end by themselves get the error, and so do further ones.
   * Closes after the last operation.
   */
  expire(error: CenoteError): void;
  /** Call it when the socket is closed. Ends running operations. */
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

export const createConnection = ({ socket, handshake, gate, clock, log, limits }: ConnectionOptions): Connection => {
  const running = new Map<object, RunningOperation>();
  let isLeaving = false;
  let expiry: CenoteError | undefined;
  /** Closes the connection after its last operation. Set by a drain or the key's expiry. */
  let closeInTheEnd: (() => void) | undefined;
  let isDraining = false;
  let isClosed = false;
  let isAlive = true;
  let lastReceivedMs = clock.monotonicMs();
  /** Bytes sent before the last ping. A client that answers the ping has read them. */
  let pingedBytes = 0;
  let readBytes = 0;

  const writer = createSocketWriter({
    socket,
    raw: handshake.raw,
    nowMs: lastReceivedMs,
    bufferBytes: limits.streamBufferBytes,
    readerBytesPerS: limits.readerBytesPerS,
  });

  /**
   * Limits the replies to pings and to refused messages. While too many bytes wait for the reader, no further message
   * is read, so no further reply is caused. Requested answers are still sent, however large they are.
   */
  const pauseWhileBehind = (): void => {
    if (
      isLeaving ||
      socket.readyState !== socket.OPEN ||
      socket.isPaused ||
      socket.bufferedAmount <= limits.socketPileBytes
    )
      return;
    socket.pause();
    writer.whenFlushed(() => {
      socket.resume();
      pauseWhileBehind();
    });
  };

  let unanswered: Buffer | undefined;
  let isAnswering = false;

  /** Sends one pong at a time, for the latest ping, so that pongs can't pile up. The standard allows it. */
  const answerPing = (): void => {
    if (isAnswering || unanswered === undefined) return;
    isAnswering = true;
    socket.pong(unanswered, false, () => {
      isAnswering = false;
      answerPing();
    });
    unanswered = undefined;
  };

  const isWaitedFor = ({ endsByItself }: RunningOperation): boolean => endsByItself || !isDraining;

  /** Closes in the next turn, so that the last operation's `complete` is sent before. */
  const closeIfIdle = (): void => {
    setImmediate(() => {
      if (!running.values().some(isWaitedFor)) closeInTheEnd?.();
    });
  };

  const connection: Connection = {
    socket,
    handshake,
    caller: undefined,
    isLeaving: () => isLeaving,
    isClosed: () => isClosed,
    openOperations: () => running.size,
    expiry: () => expiry,
    send: (text) => writer.send(text),
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
      if (closeInTheEnd !== undefined) closeIfIdle();
    },
    received() {
      isAlive = true;
      lastReceivedMs = clock.monotonicMs();
      pauseWhileBehind();
    },
    pingReceived(data) {
      connection.received();
      unanswered = data;
      answerPing();
    },
    pongReceived() {
      connection.received();
      readBytes = pingedBytes;
    },
    check(nowMs) {
      if (writer.stuckMs(nowMs) >= limits.stuckReaderMs) {
        if (!isLeaving)
          log.warn(
            { organizationId: connection.caller?.organizationId },
            "a WebSocket that takes nothing was disconnected",
          );
        connection.disconnect(new CenoteError("overloaded", "The connection takes less than it asked for."));
      } else if (writer.isBehind()) {
        // A ping would wait behind the unsent messages.
        isAlive = true;
        lastReceivedMs = nowMs;
      } else if (nowMs - lastReceivedMs >= limits.socketPingMs) {
        if (isAlive) {
          isAlive = false;
          lastReceivedMs = nowMs;
          pingedBytes = writer.flushedBytes();
          socket.ping();
        } else if (nowMs - lastReceivedMs >= limits.socketPingMs + writer.heldMs(readBytes)) {
          // Nothing was received since the ping. A slow reader first had to read what the system has buffered for it.
          socket.terminate();
        }
      }
    },
    disconnect(error) {
      if (isLeaving) return;
      isLeaving = true;
      // The client's close frame must be read.
      socket.resume();
      for (const { abort } of running.values()) abort.abort(error);
      // In the next turn, so that the last events of aborted operations are sent before.
      setImmediate(() => {
        connection.close(closeCodeOf(error), error.code);
      });
    },
    close(code, reason) {
      closeSocket(socket, { code, reason, clock });
    },
    drain() {
      isDraining = true;
      closeInTheEnd ??= () => {
        socket.close(RESTART, RESTART_REASON);
        for (const payload of running.keys()) connection.end(payload);
      };
      closeIfIdle();
    },
    expire(error) {
      expiry = error;
      // As after a drain: a slow reader may still be taking the last answer.
      closeInTheEnd ??= () => {
        socket.close(closeCodeOf(error), error.code);
      };
      for (const { abort, endsByItself } of running.values()) if (!endsByItself) abort.abort(error);
      closeIfIdle();
    },
    closed() {
      isClosed = true;
      for (const payload of running.keys()) connection.end(payload);
    },
  };
  return connection;
};
