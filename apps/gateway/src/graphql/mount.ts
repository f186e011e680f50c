import websocket from "@fastify/websocket";
import { CenoteError, invalidField, type Log, passedBound, type Tracing } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import type { GatewayLimits } from "../limits";
import { errorHeaders } from "../server/answers/error-answer";
import type { EventStreams } from "../server/answers/event-streams";
import { JSON_TYPE } from "../server/answers/json-type";
import type { NoteFailure } from "../server/app";
import type { CallGate } from "../server/calls/call-gate";
import { callerOf } from "../server/calls/caller";
import type { CallerAddress } from "../server/calls/caller-address";
import type { Exchanges } from "../server/calls/exchanges";
import type { LiveKeys } from "../server/calls/live-keys";
import { WEB_SOCKET_PATH } from "../server/http/web-socket-head";
import { createApollo, type GraphqlSettings } from "./apollo";
import type { GraphqlContext } from "./context";
import { stampErrors, toFormattedError } from "./errors";
import type { Executor } from "./operations/executor";
import { requireShortQuery } from "./operations/require-short-query";
import { withTracedAnswers } from "./operations/trace-apollo";
import { schemaText } from "./schema-text";
import type { Sockets } from "./sockets/sockets";
import { createEventStreamHandler } from "./streams/event-stream-route";

export interface GraphqlParts {
  readonly executor: Executor;
  readonly sockets: Sockets;
  readonly streams: EventStreams;
  readonly liveKeys: LiveKeys;
  readonly exchanges: Exchanges;
  readonly gate: CallGate;
  readonly addressOf: CallerAddress;
  readonly noteFailure: NoteFailure;
  readonly log: Log;
  /** The current settings, read at each request. */
  readonly settings: () => GraphqlSettings;
  readonly limits: GatewayLimits;
  readonly tracing?: Tracing | undefined;
}

export interface GraphqlMount {
  /** Ends subscriptions over server-sent events that don't end by themselves. */
  drain(): void;
  /** Stops the GraphQL server. Call it after the HTTP server has answered its last request. */
  stop(): Promise<void>;
}

/**
 * The media type of GraphQL over HTTP, used if the client accepts it. With it, clients read an error's code whatever
 * the status is. With plain JSON, some don't read the body of a 401.
 */
const RESULT_TYPE = "application/graphql-response+json";
const resultType = ({ headers: { accept = "" } }: FastifyRequest): string =>
  accept.includes(RESULT_TYPE) ? `${RESULT_TYPE}; charset=utf-8` : JSON_TYPE;

/** Whether a browser's address bar sent the request: programs accept JSON, alone or among others. */
const wantsPage = ({ method, headers: { accept = "" } }: FastifyRequest): boolean =>
  method === "GET" && accept.includes("text/html") && !accept.includes("json");

/** GraphQL over HTTP and WebSocket at /graphql, and over server-sent events at /graphql/stream. */
export const mountGraphql = async (server: FastifyInstance, parts: GraphqlParts): Promise<GraphqlMount> => {
  const { executor, sockets, streams, liveKeys, exchanges, gate, addressOf, noteFailure } = parts;
  const { log, settings, limits, tracing } = parts;
  const { schema, check } = executor;

  const contextOf = (request: FastifyRequest): GraphqlContext =>
    executor.contextFor({
      caller: callerOf(request),
      requestId: request.id,
      signal: request.exchange.abort.signal,
      report: (error) => {
        noteFailure(error, request);
      },
    });
  const context = (request: FastifyRequest) => Promise.resolve(contextOf(request));
  const apollo = await createApollo({ schema, check, settings, context, limits, log, tracing });
  const eventStreams = createEventStreamHandler({ executor, contextOf, streams, liveKeys, gate });

  /** A browser that opens the page sends no key. */
  const admit = async (request: FastifyRequest): Promise<void> => {
    if (request.ws) return;
    if (!settings().landingPage || !wantsPage(request)) return exchanges.admit(request);
    // Apollo interprets `Accept` differently, and would run some requests as queries of an unauthenticated caller.
    request.headers = { accept: "text/html" };
  };

  /** Runs before Apollo hashes and parses the query. A query in an address is always short. */
  const refuseLongQuery = async ({ body }: FastifyRequest): Promise<void> => {
    const query = typeof body === "object" && body !== null && "query" in body ? body.query : undefined;
    if (typeof query === "string") requireShortQuery(query);
  };

  /**
   * Variables in an address are JSON as well. Without the bounds of bodies, deep nesting would overflow the stack.
   */
  const refuseDeepVariables = async ({ query }: FastifyRequest): Promise<void> => {
    const { variables } = query as { readonly variables?: unknown };
    if (typeof variables === "string" && passedBound(variables, limits.json) !== undefined)
      throw invalidField("variables", `nested more than ${limits.json.depth} levels deep.`);
  };

  const text = schemaText(schema);
  server.get("/schema.graphql", { schema: { hide: true } }, (_request, reply) => {
    if (!settings().introspection) throw new CenoteError("not_found");
    return reply.type("text/plain; charset=utf-8").send(text);
  });
  await server.register(async (scope) => {
    scope.setErrorHandler((thrown, request, reply) => {
      const error = noteFailure(thrown, request);
      const result = stampErrors(JSON.stringify({ errors: [toFormattedError(error)] }), request.id);
      void reply
        .code(error.row.http)
        .headers(errorHeaders(error, limits.retryAfterMs))
        .type(resultType(request))
        .send(result);
    });
    await scope.register(websocket, {
      options: {
        maxPayload: limits.socketFrameBytes,
        maxFragments: limits.socketFragments,
        // The library would answer each ping. If a few dozen answers queued behind a large message, it would drop the
        // connection without a close code.
        autoPong: false,
        // A client with another protocol is accepted, so that it gets a close code.
        handleProtocols: (protocols) =>
          protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
      },
      errorHandler: (_error, socket) => {
        sockets.failed(socket);
      },
      preClose: (done) => {
        sockets.drain();
        done();
      },
    });

    const plainAnswer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const result: unknown = await apollo.handle().call(scope, request, reply);
      return typeof result === "string" ? stampErrors(result, request.id) : result;
    };
    const answer = tracing === undefined ? plainAnswer : withTracedAnswers(plainAnswer, tracing);
    const options = { schema: { hide: true }, config: { operation: "graphql" } } as const;
    scope.route({
      method: "GET",
      url: WEB_SOCKET_PATH,
      ...options,
      onRequest: admit,
      preValidation: refuseDeepVariables,
      handler: answer,
      wsHandler: (socket, request) => {
        request.exchange.isUpgraded = true;
        sockets.open(socket, {
          authorization: request.headers.authorization,
          origin: request.headers.origin,
          address: addressOf(request.raw),
          raw: request.raw.socket,
        });
      },
    });
    scope.route({
      method: "POST",
      url: "/graphql",
      ...options,
      onRequest: admit,
      preValidation: refuseLongQuery,
      handler: answer,
    });
    scope.route({
      method: ["GET", "POST"],
      url: "/graphql/stream",
      ...options,
      // A HEAD request would be answered only after its stream has ended.
      exposeHeadRoute: false,
      onRequest: exchanges.admit,
      preValidation: refuseDeepVariables,
      handler: (request, reply) => eventStreams.handle(request, reply),
    });
  });
  return {
    drain() {
      eventStreams.drain();
    },
    stop: () => apollo.stop(),
  };
};
