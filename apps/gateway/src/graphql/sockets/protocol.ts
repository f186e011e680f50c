import { CenoteError, type Clock, type ErrorCode, type Ids, type Log, toCenoteError } from "@cenote/core";
import { GraphQLError, type GraphQLSchema, Kind, OperationTypeNode } from "graphql";
import { makeServer } from "graphql-ws";
import type { GatewayLimits } from "../../limits";
import { passedBound } from "../../server/bodies/json-bounds";
import { authenticateDigest } from "../../server/calls/authenticate";
import type { Caller } from "../../server/calls/caller";
import type { RequireNetwork } from "../../server/calls/require-network";
import type { CallGate } from "../../server/calls/call-gate";
import type { ObserveOperation } from "../../server/observe-operation";
import type { GraphqlContext } from "../context";
import { type ContextParts, createContext } from "../create-context";
import { toFormattedError } from "../errors";
import type { Operation, Operations } from "../operations/operations";
import { type RunOperation, toWireResult } from "../operations/run";
import type { SocketAdmission } from "./admission";
import type { Connection } from "./connection";

/** The server of graphql-transport-ws, for all clients. */
export interface SocketProtocol {
  /** Handles the messages of a client. @returns To be called when its socket is closed. */
  listenTo(connection: Connection): (code: number, reason: string) => Promise<void>;
}

export interface SocketProtocolOptions {
  readonly schema: GraphQLSchema;
  readonly operations: Operations;
  readonly run: RunOperation;
  readonly parts: ContextParts;
  readonly admission: Pick<SocketAdmission, "admit">;
  readonly requireNetwork: RequireNetwork;
  readonly gate: CallGate;
  readonly observe: ObserveOperation;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: GatewayLimits;
}

interface Operating {
  readonly connection: Connection;
  readonly operation: Operation;
  readonly context: GraphqlContext;
}

/** The library's field for data of a socket. */
interface Extra extends Record<PropertyKey, unknown> {
  readonly connection: Connection;
}

/** Subscriptions that end by themselves, so that a drain can wait for them. */
const BOUNDED: ReadonlySet<string> = new Set(["chatTokens", "resumeChat"]);
/** Limit of a message before the client is authenticated. */
const INIT_BYTES = 16 * 1024;

export const createSocketProtocol = ({
  schema,
  operations,
  run,
  parts,
  admission,
  requireNetwork,
  gate,
  observe,
  clock,
  ids,
  log,
  limits,
}: SocketProtocolOptions): SocketProtocol => {
  const operating = new WeakMap<object, Operating>();

  const begin = (connection: Connection, payload: object): Operating => {
    const { caller } = connection;
    if (caller === undefined) throw new CenoteError("missing_api_key");
    const requestId = ids.requestId();
    const abort = new AbortController();
    const startMs = clock.monotonicMs();
    let errorCode: ErrorCode | undefined;
    const ended = () => {
      observe({ requestId, caller, errorCode, durationMs: clock.monotonicMs() - startMs });
    };
    const context = createContext(parts, {
      caller,
      requestId,
      signal: abort.signal,
      report(error) {
        errorCode = error.code;
        if (error.code === "internal_error")
          log.error({ requestId, error: error.cause ?? error }, "a GraphQL operation failed");
      },
    });
    try {
      const operation = operations.read(payload);
      gate.enter(abort, caller.organizationId);
      connection.begin(payload, {
        abort,
        isBounded: operation.kind !== OperationTypeNode.SUBSCRIPTION || isChat(operation),
        ended,
      });
      return { connection, operation, context };
    } catch (error) {
      const graphqlError = toGraphqlError(toCenoteError(error), context);
      ended();
      throw graphqlError;
    }
  };

  /**
   * The caller is looked up again, as for every HTTP request: the restrictions of the key and the organization's
   * guardrails may have changed since the connection was opened.
   */
  const runBegun = async (args: object) => {
    const begun = operating.get(args);
    if (begun === undefined) throw new Error("an operation that was not begun");
    const { connection, operation, context } = begun;
    let caller: Caller;
    try {
      caller = await authenticateDigest(parts.billing, context.caller.keyDigest);
      requireNetwork(caller, () => connection.handshake.address);
      context.signal.throwIfAborted();
    } catch (error) {
      return { errors: [toCenoteError(error) as never] };
    }
    return run(schema, operation, { ...context, caller });
  };

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
    onSubscribe({ extra: { connection } }, _id, payload) {
      if (connection.openOperations() >= limits.socketOperations) {
        const full = new CenoteError(
          "rate_limit_exceeded",
          `One connection has at most ${limits.socketOperations} operations at a time.`,
        );
        connection.disconnect(full);
        const { message, extensions } = toFormattedError(full);
        return [new GraphQLError(message, { extensions: { ...extensions } })];
      }
      try {
        const begun = begin(connection, payload);
        const { operation, context } = begun;
        const args = {
          schema,
          document: operation.document,
          operationName: operation.operationName,
          variableValues: operation.variables,
          contextValue: context,
        };
        operating.set(args, begun);
        return args;
      } catch (error) {
        return [error as GraphQLError];
      }
    },
    execute: runBegun,
    subscribe: runBegun,
    // oxlint-disable-next-line max-params -- the library's
    onNext: (_ctx, _id, _payload, args, result) => {
      const current = operating.get(args);
      return current === undefined ? undefined : (toWireResult(result, current.context) as never);
    },
    onError: (_ctx, _id, _payload, errors) =>
      errors.map((error) =>
        error.extensions["code"] === undefined ? toFormattedError(toCenoteError(error)) : error.toJSON(),
      ) as never,
    onComplete: ({ extra: { connection } }, _id, payload) => {
      connection.end(payload);
    },
  });

  return {
    listenTo(connection) {
      const { socket } = connection;
      return server.opened(
        {
          protocol: socket.protocol,
          send: (text) => connection.send(text),
          close: (code, reason) => {
            socket.close(code, reason);
          },
          onMessage: (handle) => {
            socket.on("message", (data: Buffer) => {
              if (connection.isLeaving()) return;
              connection.received();
              const isTooLong = connection.caller === undefined && data.length > INIT_BYTES;
              const text = isTooLong ? "" : data.toString();
              if (isTooLong || passedBound(text, limits.json) !== undefined) {
                connection.disconnect(new CenoteError(isTooLong ? "request_too_large" : "invalid_request_error"));
                return;
              }
              handle(text).catch((error: unknown) => {
                connection.disconnect(toCenoteError(error));
              });
            });
          },
        },
        { connection },
      );
    },
  };
};

/** Whether a subscription ends by itself. */
const isChat = ({ document }: Operation): boolean =>
  document.definitions.some(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION &&
      node.operation === OperationTypeNode.SUBSCRIPTION &&
      node.selectionSet.selections.some((field) => field.kind === Kind.FIELD && BOUNDED.has(field.name.value)),
  );

const toGraphqlError = (error: CenoteError, { requestId, report }: GraphqlContext): GraphQLError => {
  report(error);
  const { message, extensions } = toFormattedError(error);
  return new GraphQLError(message, { extensions: { ...extensions, request_id: requestId } });
};
