import type { Socket } from "node:net";
import { CenoteError, type Clock, type Ids, type Log, type Timer, toCenoteError } from "@cenote/core";
import { GraphQLError, type GraphQLSchema, Kind, OperationTypeNode } from "graphql";
import { makeServer } from "graphql-ws";
import type { WebSocket } from "ws";
import type { GatewayLimits } from "../../limits";
import type { Caller } from "../../server/call";
import type { CallGate } from "../../server/call-gate";
import { isNestedDeeper } from "../../server/json-depth";
import type { LiveKeys } from "../../server/live-keys";
import { requireOrigin } from "../../server/scope";
import type { GraphqlContext } from "../context";
import { type ContextParts, createContext } from "../create-context";
import { toFormattedError } from "../errors";
import type { Operation, Operations } from "../operations/operations";
import { runOperation, toWireResult } from "../operations/run";
import { closeCodeOf, RESTART } from "./close-codes";
import { createSocketWriter, type SocketWriter } from "./socket-writer";

export interface SocketsOptions {
  readonly schema: GraphQLSchema;
  readonly operations: Operations;
  readonly parts: ContextParts;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly liveKeys: LiveKeys;
  readonly gate: CallGate;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: GatewayLimits;
}

/** What came with the request for a WebSocket. */
export interface Handshake {
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly raw: Socket;
}

/** All open WebSockets, each speaking graphql-transport-ws. They share one timer, which runs only while there are any. */
export interface Sockets {
  open(socket: WebSocket, handshake: Handshake): void;
  /** Lets chat answers come to their end, ends everything else, and each socket with its last operation. */
  drain(): void;
  /** Resolves once everybody has left after a drain. */
  empty(): Promise<void>;
  /** Whoever is still there is disconnected. */
  terminate(): void;
  readonly openSockets: number;
}

interface RunningOperation {
  readonly abort: AbortController;
  /** Ends by itself within a time; what does not is ended by a drain. */
  readonly isBounded: boolean;
}

type Extra = {
  readonly socket: WebSocket;
  readonly handshake: Handshake;
  readonly writer: SocketWriter;
  readonly running: Map<object, RunningOperation>;
  caller: Caller | undefined;
  stopWatching: () => void;
  /** It was told to go: what it still sends is not listened to. */
  isLeaving: boolean;
  isHeard: boolean;
  lastHeardMs: number;
};

interface Operating {
  readonly operation: Operation;
  readonly context: GraphqlContext;
}

const TICK_MS = 1000;
/** Subscriptions that come to an end by themselves soon enough. */
const BOUNDED: ReadonlySet<string> = new Set(["chatTokens", "resumeChat"]);
/** A client that was told to go and stays is disconnected. */
const CLOSE_GRACE_MS = 2000;
/** What may be said before a client has told who it is. */
const INIT_BYTES = 16 * 1024;
const AUTHORIZATION = ["authorization", "Authorization"] as const;

const authorizationIn = (params: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  AUTHORIZATION.map((name) => params?.[name]).find((value) => typeof value === "string");

export const createSockets = (options: SocketsOptions): Sockets => {
  const { schema, operations, parts, authenticate, liveKeys, gate, clock, ids, log, limits } = options;
  const open = new Set<Extra>();
  const byOrganization = new Map<string, number>();
  const operating = new WeakMap<object, Operating>();
  let timer: Timer | undefined;
  let isDraining = false;
  const emptied = Promise.withResolvers<void>();
  const tellEmpty = () => { if (isDraining && open.size === 0) emptied.resolve(); };

  const disconnect = (extra: Extra, error: CenoteError): void => {
    if (extra.isLeaving) return;
    extra.isLeaving = true;
    for (const { abort } of extra.running.values()) abort.abort(error);
    // In the next turn: the last events of what was cut still go out.
    setImmediate(() => { extra.socket.close(closeCodeOf(error), error.code); });
    clock.setTimer(() => { extra.socket.terminate(); }, CLOSE_GRACE_MS);
  };

  const count = (organizationId: string, change: 1 | -1): number => {
    const sockets = (byOrganization.get(organizationId) ?? 0) + change;
    if (sockets === 0) byOrganization.delete(organizationId);
    else byOrganization.set(organizationId, sockets);
    return sockets;
  };

  const admit = async (extra: Extra, params: Readonly<Record<string, unknown>> | undefined): Promise<void> => {
    const caller = await authenticate(authorizationIn(params) ?? extra.handshake.authorization);
    requireOrigin(caller, extra.handshake.origin);
    if (isDraining) throw new CenoteError("overloaded", "The service is shutting down.");
    if (!open.has(extra)) return;
    if (count(caller.organizationId, 1) > limits.socketsPerOrganization) {
      count(caller.organizationId, -1);
      throw new CenoteError("rate_limit_exceeded", `At most ${limits.socketsPerOrganization} connections of an organization.`);
    }
    extra.caller = caller;
    extra.stopWatching = liveKeys.watch(caller.keyDigest, (error) => { disconnect(extra, error); });
  };

  const begin = (extra: Extra, payload: object): Operating => {
    const { caller } = extra;
    if (caller === undefined) throw new CenoteError("missing_api_key");
    const requestId = ids.requestId();
    const abort = new AbortController();
    const context = createContext(parts, {
      caller, requestId, signal: abort.signal,
      report: (error) => { if (error.code === "internal_error") log.error({ requestId, error: error.cause ?? error }, "a GraphQL operation failed"); },
    });
    try {
      const operation = operations.read(payload);
      gate.enter(abort, caller.organizationId);
      const isBounded = operation.kind !== OperationTypeNode.SUBSCRIPTION || isChat(operation);
      extra.running.set(payload, { abort, isBounded });
      return { operation, context };
    } catch (error) {
      throw toGraphqlError(toCenoteError(error), context);
    }
  };

  const end = (extra: Extra, payload: object): void => {
    const running = extra.running.get(payload);
    if (running === undefined) return;
    extra.running.delete(payload);
    gate.leave(running.abort);
    running.abort.abort(new CenoteError("cancelled"));
    if (isDraining) closeIfIdle(extra);
  };

  /** In the next turn: the last operation's `complete` still goes out. */
  const closeIfIdle = (extra: Extra): void => {
    setImmediate(() => { if (extra.running.size === 0) extra.socket.close(RESTART, "overloaded"); });
  };

  const server = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: limits.socketInitMs,
    async onConnect({ extra, connectionParams }) {
      try {
        await admit(extra, connectionParams);
        return true;
      } catch (error) {
        disconnect(extra, toCenoteError(error));
        return new Promise<never>(() => {});
      }
    },
    onSubscribe({ extra }, _id, payload) {
      if (extra.running.size >= limits.socketOperations) {
        disconnect(extra, new CenoteError("rate_limit_exceeded"));
        return [new GraphQLError("Too many operations.")];
      }
      try {
        const { operation, context } = begin(extra, payload);
        const args = { schema, document: operation.document, operationName: operation.operationName, variableValues: operation.variables, contextValue: context };
        operating.set(args, { operation, context });
        return args;
      } catch (error) {
        return [error as GraphQLError];
      }
    },
    execute: (args) => run(args),
    subscribe: (args) => run(args),
    // oxlint-disable-next-line max-params -- the library's
    onNext: (_ctx, _id, _payload, args, result) => {
      const current = operating.get(args);
      return current === undefined ? undefined : toWireResult(result, current.context) as never;
    },
    onError: (_ctx, _id, _payload, errors) => errors.map((error) => (error.extensions["code"] === undefined ? toFormattedError(toCenoteError(error)) : error.toJSON())) as never,
    onComplete: ({ extra }, _id, payload) => { end(extra, payload); },
  });

  const run = (args: object) => {
    const current = operating.get(args);
    if (current === undefined) throw new Error("an operation that was not begun");
    return runOperation(schema, current.operation, current.context);
  };

  const look = (extra: Extra, nowMs: number): void => {
    const { socket, writer } = extra;
    if (writer.behindMs(nowMs) >= limits.stuckReaderMs) {
      disconnect(extra, new CenoteError("overloaded", "The connection takes less than it asked for."));
    } else if (nowMs - extra.lastHeardMs >= limits.socketPingMs) {
      // Nothing was heard since the last time it was asked.
      if (!extra.isHeard && writer.behindMs(nowMs) === 0) socket.terminate();
      else socket.ping();
      extra.isHeard = false;
      extra.lastHeardMs = nowMs;
    }
  };

  const tick = (): void => {
    const nowMs = clock.monotonicMs();
    for (const extra of open) look(extra, nowMs);
    timer = open.size === 0 ? undefined : clock.setTimer(tick, TICK_MS);
  };

  return {
    open(socket, handshake) {
      const extra: Extra = {
        socket, handshake, running: new Map(), caller: undefined, stopWatching: () => {}, isLeaving: false, isHeard: true, lastHeardMs: clock.monotonicMs(),
        writer: createSocketWriter({
          socket, raw: handshake.raw, monotonicMs: () => clock.monotonicMs(), bufferBytes: limits.streamBufferBytes, pileBytes: limits.socketPileBytes,
          onPile: () => {
            log.warn({ organizationId: extra.caller?.organizationId }, "a WebSocket that takes nothing was disconnected");
            socket.terminate();
          },
        }),
      };
      if (isDraining || open.size >= limits.sockets) {
        socket.close(closeCodeOf(new CenoteError("overloaded")), "overloaded");
        return;
      }
      open.add(extra);
      timer ??= clock.setTimer(tick, TICK_MS);
      const heard = () => {
        extra.isHeard = true;
        extra.lastHeardMs = clock.monotonicMs();
      };
      const closed = server.opened({
        protocol: socket.protocol,
        send: (text) => extra.writer.send(text) ?? Promise.resolve(),
        close: (code, reason) => { socket.close(code, reason); },
        onMessage: (handle) => {
          socket.on("message", (data: Buffer) => {
            if (extra.isLeaving) return;
            heard();
            const isTooLong = extra.caller === undefined && data.length > INIT_BYTES;
            if (isTooLong || isNestedDeeper(data, limits.jsonDepth)) {
              disconnect(extra, new CenoteError(isTooLong ? "request_too_large" : "invalid_request_error"));
              return;
            }
            handle(data.toString()).catch((error: unknown) => { disconnect(extra, toCenoteError(error)); });
          });
        },
      }, extra);
      socket.on("pong", heard);
      socket.once("close", (code, reason) => {
        open.delete(extra);
        tellEmpty();
        extra.stopWatching();
        if (extra.caller !== undefined) count(extra.caller.organizationId, -1);
        for (const payload of extra.running.keys()) end(extra, payload);
        void closed(code, reason.toString());
      });
    },
    drain() {
      isDraining = true;
      for (const extra of open) {
        for (const [payload, { isBounded }] of extra.running) if (!isBounded) end(extra, payload);
        closeIfIdle(extra);
      }
      tellEmpty();
    },
    empty: () => emptied.promise,
    terminate() {
      for (const { socket } of open) socket.terminate();
    },
    get openSockets() {
      return open.size;
    },
  };
};

/** Whether everything it asks for comes to an end by itself. */
const isChat = ({ document }: Operation): boolean =>
  document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION
    && node.selectionSet.selections.some((field) => field.kind === Kind.FIELD && BOUNDED.has(field.name.value)));

const toGraphqlError = (error: CenoteError, { requestId, report }: GraphqlContext): GraphQLError => {
  report(error);
  const { message, extensions } = toFormattedError(error);
  return new GraphQLError(message, { extensions: { ...extensions, request_id: requestId } });
};

