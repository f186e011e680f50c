import { ShuttingDown } from "@cenote/core";
import type { CallerChecks } from "../../server/calls/caller-checks";
import type { GatewayLimits } from "../../limits";
import type { LiveKeys } from "../../server/calls/live-keys";
import { requireOrigin } from "../../server/calls/permissions";
import { createSlots } from "../../server/calls/slots";
import type { Connection } from "./connection";

/** Authenticates connections, and watches their keys while they are open. */
export interface SocketAdmission {
  /**
   * Authenticates with the key of the first message, or else of the handshake. Sets the connection's caller, and closes
   * the connection when the key is revoked or has expired.
   */
  admit(connection: Connection, params: Readonly<Record<string, unknown>> | undefined): Promise<void>;
  /** Call it when the connection is closed. */
  leave(connection: Connection): void;
  /** Refuses all further connections. */
  close(): void;
}

export interface SocketAdmissionOptions {
  readonly callers: Pick<CallerChecks, "authenticate" | "requireNetwork">;
  readonly liveKeys: LiveKeys;
  readonly limits: Pick<GatewayLimits, "sockets" | "socketsPerClientToken" | "retryAfterMs">;
}

const AUTHORIZATION = ["authorization", "Authorization"] as const;

const authorizationIn = (params: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  AUTHORIZATION.map((name) => params?.[name]).find((value) => typeof value === "string");

export const createSocketAdmission = ({
  callers,
  liveKeys,
  limits: { sockets, socketsPerClientToken, retryAfterMs },
}: SocketAdmissionOptions): SocketAdmission => {
  const slots = createSlots({
    total: sockets,
    mostOfClientToken: socketsPerClientToken,
    things: "connections",
    retryAfterMs,
  });
  const stopWatching = new Map<Connection, () => void>();
  let isClosed = false;

  return {
    async admit(connection, params) {
      const { handshake } = connection;
      const caller = await callers.authenticate(authorizationIn(params) ?? handshake.authorization);
      callers.requireNetwork(caller, () => handshake.address);
      requireOrigin(caller, handshake.origin);
      if (isClosed) throw new ShuttingDown();
      // The connection may have closed while its key was checked.
      if (connection.isClosed()) return;
      slots.take(caller);
      connection.caller = caller;
      stopWatching.set(
        connection,
        liveKeys.watch(caller.keyDigest, {
          onExpired: (error) => {
            connection.expire(error);
          },
          onRefused: (error) => {
            connection.disconnect(error);
          },
        }),
      );
    },
    leave(connection) {
      stopWatching.get(connection)?.();
      stopWatching.delete(connection);
      if (connection.caller !== undefined) slots.giveBack(connection.caller);
    },
    close() {
      isClosed = true;
    },
  };
};
