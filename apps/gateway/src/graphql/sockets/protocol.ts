import { CenoteError, passedBound, toCenoteError } from "@cenote/core";
import type { ExecutionResult, GraphQLError, GraphQLSchema } from "graphql";
import { makeServer, type Message, MessageType, parseMessage } from "graphql-ws";
import type { GatewayLimits } from "../../limits";
import type { LargeBodies } from "../../server/bodies/large-bodies";
import { shareOfCaller } from "../../server/calls/caller";
import { toFormattedError } from "../errors";
import { toWireResult } from "../operations/run";
import type { SocketAdmission } from "./admission";
import type { Connection } from "./connection";
import { createSingleResult } from "./single-result";
import { createOperationTurns, type OperationTurns } from "./operation-turns";
import type { SocketOperation, SocketOperations } from "./socket-operations";

/** The protocol graphql-transport-ws, for all clients. */
export interface SocketProtocol {
  /** Handles the messages of a client. @returns A function to call when its socket is closed. */
  listenTo(connection: Connection): (code: number, reason: string) => Promise<void>;
}

export interface SocketProtocolOptions {
  readonly schema: GraphQLSchema;
  readonly admission: Pick<SocketAdmission, "admit">;
  readonly operations: SocketOperations;
  readonly bodies: LargeBodies;
  readonly limits: Pick<GatewayLimits, "socketInitMs" | "socketFrameBytes" | "socketOperationIdCharacters" | "json">;
}

/** The data of a socket, in the library's field for it. */
interface Extra extends Record<PropertyKey, unknown> {
  readonly connection: Connection;
  readonly turns: OperationTurns;
}

/** Longest message before the client is authenticated. */
const INIT_BYTES = 16 * 1024;
/** Messages that only servers send. The library throws if a client sends one. */
const OF_SERVERS: ReadonlySet<MessageType> = new Set([MessageType.ConnectionAck, MessageType.Next, MessageType.Error]);
/** Close code for a normal end. */
const NORMAL = 1000;

/** The operation that `onSubscribe` passed to the library as the context of the execution. */
const begunBy = (args: { readonly contextValue?: unknown }): SocketOperation => args.contextValue as SocketOperation;

const messageIn = (text: string): Message | undefined => {
  try {
    return parseMessage(text);
  } catch {
    return undefined;
  }
};

const idLengthOf = (message: Message): number => ("id" in message ? message.id.length : 0);

export const createSocketProtocol = ({
  schema,
  admission,
  operations,
  bodies,
  limits,
}: SocketProtocolOptions): SocketProtocol => {
  /** Length of the message that is being handled. The library calls `onSubscribe` synchronously. */
  let messageBytes = 0;

  const server = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: limits.socketInitMs,
    async onConnect({ extra: { connection }, connectionParams }) {
      try {
        await admission.admit(connection, connectionParams);
        return true;
      } catch (error) {
        connection.disconnect(toCenoteError(error));
        return new Promise<never>(() => {});
      }
    },
    onSubscribe({ extra: { connection, turns } }, id, payload) {
      try {
        const begun = operations.begin(connection, payload, messageBytes);
        turns.begun(id, begun.stop);
        const { document, operationName } = begun.operation;
        // The library finds the kind of the operation in the document.
        return { schema, document, operationName, contextValue: begun };
      } catch (error) {
        return [error as GraphQLError];
      }
    },
    execute: (args) => {
      const begun = begunBy(args);
      // Queries and mutations have no streams, so the cast is safe.
      return createSingleResult({ run: () => operations.run(begun) as Promise<ExecutionResult>, stop: begun.stop });
    },
    subscribe: (args) => operations.run(begunBy(args)),
    // oxlint-disable-next-line max-params -- the library's
    onNext: (_ctx, _id, _payload, args, result) => toWireResult(result, begunBy(args).context) as never,
    onError: ({ extra: { turns } }, id, _payload, errors) => {
      turns.isOver(id);
      return errors.map((error) =>
        error.extensions["code"] === undefined ? toFormattedError(toCenoteError(error)) : error.toJSON(),
      ) as never;
    },
    onComplete: ({ extra: { connection, turns } }, id, payload) => {
      turns.isOver(id);
      connection.end(payload);
    },
  });

  /** A message that exceeds a limit or is invalid ends the connection. */
  const receive = ({ connection, turns }: Extra, data: Buffer): void => {
    if (connection.isLeaving()) return;
    connection.received();
    const isTooLong = connection.caller === undefined && data.length > INIT_BYTES;
    const text = isTooLong ? "" : data.toString();
    const message = isTooLong || passedBound(text, limits.json) !== undefined ? undefined : messageIn(text);
    if (message === undefined || idLengthOf(message) > limits.socketOperationIdCharacters) {
      connection.disconnect(new CenoteError(isTooLong ? "request_too_large" : "invalid_request_error"));
      return;
    }
    try {
      turns.receive(message, data.length);
    } catch (error) {
      connection.disconnect(toCenoteError(error));
    }
  };

  const turnsOf = (connection: Connection, handle: (message: Message) => Promise<void>): OperationTurns => {
    /** Identifies the waiting messages in `bodies`. */
    const waiting = new AbortController();
    return createOperationTurns({
      waitingBytes: limits.socketFrameBytes,
      hold(bytes) {
        if (bytes === 0) bodies.leave(waiting);
        else if (connection.caller !== undefined) bodies.count(waiting, shareOfCaller(connection.caller), bytes);
      },
      refuse: (code, reason) => {
        connection.close(code, reason);
      },
      async handle(message, bytes) {
        if (connection.isLeaving()) return;
        messageBytes = bytes;
        try {
          await handle(message);
        } catch (error) {
          const isOfServers = OF_SERVERS.has(message.type);
          connection.disconnect(isOfServers ? new CenoteError("invalid_request_error") : toCenoteError(error));
        }
      },
    });
  };

  return {
    listenTo(connection) {
      const { socket } = connection;
      let handle: (message: Message) => Promise<void> = () => Promise.resolve();
      const extra: Extra = { connection, turns: turnsOf(connection, (message) => handle(message)) };
      const closed = server.opened(
        {
          protocol: socket.protocol,
          send: (text) => connection.send(text),
          close: (code = NORMAL, reason = "") => {
            connection.close(code, reason);
          },
          onMessage: (callback) => {
            // The callback also accepts a parsed message, so it need not be parsed again.
            handle = callback as (message: unknown) => Promise<void>;
            socket.on("message", (data: Buffer) => {
              receive(extra, data);
            });
          },
        },
        extra,
      );
      return (code, reason) => {
        extra.turns.close();
        return closed(code, reason);
      };
    },
  };
};
