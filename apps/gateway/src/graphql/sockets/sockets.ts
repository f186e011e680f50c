import { CenoteError, createTicker } from "@cenote/core";
import type { WebSocket } from "ws";
import type { GatewayLimits } from "../../limits";
import type { CallerChecks } from "../../server/calls/caller-checks";
import type { LiveKeys } from "../../server/calls/live-keys";
import { createSocketAdmission } from "./admission";
import { closeCodeOf, RESTART, RESTART_REASON } from "./close-codes";
import { closeSocket } from "./close-socket";
import { type Connection, createConnection, type Handshake } from "./connection";
import { createSocketProtocol } from "./protocol";
import { limitUnauthenticated } from "./limit-unauthenticated";
import { createSocketOperations, type SocketOperationsOptions } from "./socket-operations";
import { createUnfinishedMessages } from "./unfinished-messages";

export interface SocketsOptions extends SocketOperationsOptions {
  readonly callers: CallerChecks;
  readonly liveKeys: LiveKeys;
  readonly limits: GatewayLimits;
}

/** All open WebSockets, with the protocol graphql-transport-ws. One shared timer runs while any is open. */
export interface Sockets {
  open(socket: WebSocket, handshake: Handshake): void;
  /**
   * Call it with a socket whose connection has failed. If a message exceeded a limit, the library has sent a close
   * frame. It would be lost if the socket were terminated while the rest of the message is arriving.
   */
  failed(socket: WebSocket): void;
  /** Lets chat answers finish, and closes each socket after the last of them. */
  drain(): void;
  /** Resolves when all sockets are closed after a drain. */
  whenEmpty(): Promise<void>;
  /** Terminates all remaining sockets. */
  terminate(): void;
  readonly openSockets: number;
}

const TICK_MS = 1000;

export const createSockets = (options: SocketsOptions): Sockets => {
  const { executor, callers, liveKeys, gate, bodies, clock, log, limits } = options;
  const admission = createSocketAdmission({ callers, liveKeys, limits });
  const operations = createSocketOperations(options);
  const protocol = createSocketProtocol({ schema: executor.schema, admission, operations, bodies, limits });
  const unfinished = createUnfinishedMessages(limits);
  const open = new Set<Connection>();
  let isDraining = false;
  const emptied = Promise.withResolvers<void>();
  const resolveIfEmpty = () => {
    if (isDraining && open.size === 0) emptied.resolve();
  };

  const startTicking = createTicker({
    clock,
    everyMs: TICK_MS,
    things: open,
    look: (connection, nowMs) => {
      connection.check(nowMs);
    },
  });

  /**
   * Closes an unauthenticated connection if the limit is reached, so that silent clients can't block others.
   * @returns Whether there is room.
   */
  const makeRoom = (): boolean => {
    if (open.size < limits.sockets) return true;
    for (const connection of open) {
      if (connection.caller !== undefined) continue;
      open.delete(connection);
      connection.disconnect(new CenoteError("overloaded"));
      return true;
    }
    return false;
  };

  return {
    open(socket, handshake) {
      if (isDraining) {
        closeSocket(socket, { code: RESTART, reason: RESTART_REASON, clock });
        return;
      }
      if (!makeRoom()) {
        closeSocket(socket, { code: closeCodeOf(new CenoteError("overloaded")), reason: "overloaded", clock });
        return;
      }
      const connection = createConnection({ socket, handshake, gate, clock, log, limits });
      open.add(connection);
      startTicking();
      unfinished.watch(connection);
      const closed = protocol.listenTo(connection);
      limitUnauthenticated(connection);
      socket.on("ping", (data: Buffer) => {
        connection.pingReceived(data);
      });
      socket.on("pong", () => {
        connection.pongReceived();
      });
      socket.once("close", (code, reason) => {
        open.delete(connection);
        resolveIfEmpty();
        admission.leave(connection);
        connection.closed();
        void closed(code, reason.toString());
      });
    },
    failed(socket) {
      closeSocket(socket, { code: closeCodeOf(new CenoteError("internal_error")), reason: "internal_error", clock });
    },
    drain() {
      isDraining = true;
      admission.close();
      for (const connection of open) connection.drain();
      resolveIfEmpty();
    },
    whenEmpty: () => emptied.promise,
    terminate() {
      for (const { socket } of open) socket.terminate();
    },
    get openSockets() {
      return open.size;
    },
  };
};
