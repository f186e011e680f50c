import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import websocket from "@fastify/websocket";
import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import { type Clock, type Ids, invalidRequest, type Log, toCenoteError, type Tracing } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from "graphql";
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import type { Generations } from "../generations/generations";
import type { GatewayLimits } from "../limits";
import type { ModelDirectory } from "../models/directory";
import { type ErrorReader, JSON_TYPE } from "../server/app";
import type { Caller } from "../server/call";
import { callerOf } from "../server/call-context";
import type { CallGate } from "../server/call-gate";
import { errorHeaders } from "../server/error-answer";
import type { EventStreams } from "../server/event-streams";
import type { Exchanges } from "../server/exchange";
import { createLiveKeys } from "../server/live-keys";
import { createBalances } from "./balance/balances";
import type { GraphqlContext } from "./context";
import { type ContextParts, createContext } from "./create-context";
import { stampErrors, toFormattedError, toReportedError } from "./errors";
import { requireAffordable } from "./operations/affordable";
import { createOperations } from "./operations/operations";
import { runOperation } from "./operations/run";
import { nameOperations, withTracing as withTracedAnswers } from "./operations/trace-apollo";
import { onItsOwn, withTracing } from "./operations/with-tracing";
import { createSchema } from "./schema";
import { schemaText } from "./schema-text";
import { createSockets, type Sockets } from "./sockets/sockets";
import { createEventStreamHandler } from "./streams/event-stream-route";

export interface GraphqlSettings {
  /** Whether callers may ask for the schema. */
  readonly introspection: boolean;
  /** Whether a browser that comes to the address is shown a page to try queries on. */
  readonly landingPage: boolean;
}

export interface GraphqlParts {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly media: MediaService;
  readonly directory: ModelDirectory;
  readonly generations: Generations;
  readonly exchanges: Exchanges;
  readonly streams: EventStreams;
  readonly gate: CallGate;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly readError: ErrorReader;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly settings: GraphqlSettings;
  readonly limits: GatewayLimits;
  readonly tracing?: Tracing | undefined;
}

export interface GraphqlMount {
  readonly sockets: Sockets;
  /** Stops the GraphQL server; to be called when the HTTP server has answered its last request. */
  stop(): Promise<void>;
}

const reportErrors: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: () => Promise.resolve({
    didEncounterErrors: ({ errors, contextValue }) => {
      for (const error of errors) contextValue.report(toReportedError(error));
      return Promise.resolve();
    },
  }),
};

/** Apollo would execute one once, and fail at it. */
const refuseSubscription = ({ operation }: OperationDefinitionNode): void => {
  if (operation === OperationTypeNode.SUBSCRIPTION) throw invalidRequest("query", "query: a subscription goes over WebSocket, or to /graphql/stream.");
};

const checkOperations = (schema: GraphQLSchema, limits: GatewayLimits): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () => Promise.resolve({
    didResolveOperation: ({ document, operation, request }) => {
      if (operation === undefined) return Promise.resolve();
      try {
        refuseSubscription(operation);
        requireAffordable({ schema, document, operation, variables: request.variables ?? {} }, limits);
      } catch (thrown) {
        const error = toCenoteError(thrown);
        throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.row.http } } });
      }
      return Promise.resolve();
    },
  }),
});

const createApollo = (schema: GraphQLSchema, { settings, limits, log, tracing }: GraphqlParts): ApolloServer<GraphqlContext> =>
  new ApolloServer<GraphqlContext>({
    schema,
    introspection: settings.introspection,
    formatError: (formatted, thrown) => toFormattedError(toReportedError(thrown), formatted),
    plugins: [
      reportErrors, checkOperations(schema, limits), ...(tracing === undefined ? [] : [nameOperations(tracing)]),
      settings.landingPage ? ApolloServerPluginLandingPageLocalDefault({ footer: false }) : ApolloServerPluginLandingPageDisabled(),
    ],
    parseOptions: { maxLexicalTokens: limits.queryTokens },
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: { cache: new InMemoryLRUCache({ maxSize: limits.persistedQueryBytes }), ttl: null },
    // Bounds queries whose nested fragments multiply without end.
    maxRecursiveSelections: true,
    includeStacktraceInErrorResponses: false,
    // Its own handler would end the process in the middle of draining.
    stopOnTerminationSignals: false,
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message: unknown) => { log.warn({ library: "apollo" }, String(message)); },
      error: (message: unknown) => { log.error({ library: "apollo" }, String(message)); },
    },
  });

/** Over HTTP at /graphql, over WebSocket there as well, as server-sent events at /graphql/stream. */
export const mountGraphql = async (server: FastifyInstance, parts: GraphqlParts): Promise<GraphqlMount> => {
  const { exchanges, streams, gate, authenticate, readError, clock, ids, log, settings, limits, tracing } = parts;
  const { billing, inference, media, directory, generations } = parts;
  const schema = createSchema();
  const apollo = createApollo(schema, parts);
  await apollo.start();
  const liveKeys = createLiveKeys({ billing, clock, log, everyMs: limits.keyCheckMs });
  const contextParts: ContextParts = {
    billing, inference, media, directory, generations, ids, balances: createBalances({ billing, clock, log, againMs: limits.balanceAgainMs }),
  };
  const operations = createOperations({ schema, introspection: settings.introspection, limits });
  const run = tracing === undefined ? runOperation : withTracing(runOperation, tracing);
  const sockets = createSockets({ schema, operations, run: tracing === undefined ? run : onItsOwn(run, tracing), parts: contextParts, authenticate, liveKeys, gate, clock, ids, log, limits });

  const context = (request: FastifyRequest): Promise<GraphqlContext> => Promise.resolve(createContext(contextParts, {
    caller: callerOf(request), requestId: request.id, signal: request.exchange.abort.signal, report: (error) => { readError(error, request); },
  }));
  const handle = fastifyApolloHandler(apollo, { context });
  const handleStream = createEventStreamHandler({ schema, operations, run, parts: contextParts, streams, liveKeys, readError });

  /** A browser that wants to see a page has no key. */
  const admit = async (request: FastifyRequest): Promise<void> => {
    const isPage = settings.landingPage && request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (!request.ws && !isPage) await exchanges.admit(request);
  };

  await server.register(async (scope) => {
    scope.setErrorHandler((thrown, request, reply) => {
      const error = readError(thrown, request);
      const result = stampErrors(JSON.stringify({ errors: [toFormattedError(error)] }), request.id);
      void reply.code(error.row.http).headers(errorHeaders(error, limits.retryAfterMs)).type(JSON_TYPE).send(result);
    });
    await scope.register(websocket, {
      options: {
        maxPayload: limits.socketFrameBytes,
        // The library answers each one, and cuts without a word where a few dozen answers wait behind something large.
        autoPong: false,
        // A client that speaks another protocol gets its connection, and is told on it.
        handleProtocols: (protocols) => (protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false),
      },
      errorHandler: (_error, socket) => { socket.terminate(); },
      preClose: (done) => {
        sockets.drain();
        done();
      },
    });

    const plainAnswer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const result: unknown = await handle.call(scope, request, reply);
      return typeof result === "string" ? stampErrors(result, request.id) : result;
    };
    const answer = tracing === undefined ? plainAnswer : withTracedAnswers(plainAnswer, tracing);
    scope.route({
      method: "GET", url: "/graphql", schema: { hide: true }, onRequest: admit, handler: answer,
      wsHandler: (socket, request) => {
        request.exchange.isUpgraded = true;
        sockets.open(socket, { authorization: request.headers.authorization, origin: request.headers.origin, raw: request.raw.socket });
      },
    });
    if (settings.introspection) {
      const text = schemaText(schema);
      scope.get("/schema.graphql", { schema: { hide: true } }, (_request, reply) => reply.type("text/plain; charset=utf-8").send(text));
    }
    scope.route({ method: "POST", url: "/graphql", schema: { hide: true }, onRequest: admit, handler: answer });
    scope.route({ method: ["GET", "POST"], url: "/graphql/stream", schema: { hide: true }, onRequest: exchanges.admit, handler: handleStream });
  });
  return { sockets, stop: () => apollo.stop() };
};
