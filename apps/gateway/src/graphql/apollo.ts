import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import { InMemoryLRUCache, type KeyValueCache } from "@apollo/utils.keyvaluecache";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import { invalidField, type Log, toCenoteError, type Tracing } from "@cenote/core";
import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import type { QueryLimits } from "../limits";
import type { GraphqlContext } from "./context";
import { toFormattedError, toReportedError } from "./errors";
import { requireAllowedCost } from "./operations/require-allowed-cost";
import type { CheckDocument } from "./operations/check-document";
import { createDocumentCache } from "./operations/document-cache";
import { EXECUTION_OPTIONS } from "./operations/run";
import { nameOperations } from "./operations/trace-apollo";

export interface GraphqlSettings {
  /** Whether callers may query the schema. */
  readonly introspection: boolean;
  /** Whether a browser that opens the address gets a page for trying out queries. */
  readonly landingPage: boolean;
}

export interface ApolloOptions {
  readonly schema: GraphQLSchema;
  readonly check: CheckDocument;
  /** The current settings. */
  readonly settings: () => GraphqlSettings;
  readonly context: (request: FastifyRequest) => Promise<GraphqlContext>;
  readonly limits: QueryLimits;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
}

/** Queries and mutations over HTTP. */
export interface Apollo {
  /** The handler for the current settings. */
  handle(): RouteHandlerMethod;
  stop(): Promise<void>;
}

const reportErrors: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: ({ errors, contextValue }) => {
        for (const error of errors) contextValue.report(toReportedError(error));
        return Promise.resolve();
      },
    }),
};

/** Apollo would execute a subscription like a query, and fail. */
const refuseSubscription = ({ operation }: OperationDefinitionNode): void => {
  if (operation === OperationTypeNode.SUBSCRIPTION)
    throw invalidField("query", "a subscription goes over WebSocket, or to /graphql/stream.");
};

const checkOperations = ({ schema, check, limits }: ApolloOptions): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, operation, request }) => {
        try {
          check(document);
          if (operation === undefined) return Promise.resolve();
          refuseSubscription(operation);
          requireAllowedCost({ schema, document, operation, variables: request.variables ?? {} }, limits);
        } catch (thrown) {
          const error = toCenoteError(thrown);
          throw new GraphQLError(error.message, {
            originalError: error,
            extensions: { http: { status: error.row.http } },
          });
        }
        return Promise.resolve();
      },
    }),
});

/** Apollo's cache of parsed documents, by their hash. It stores them before they are validated. */
const keepDocuments = ({ preparedQueries }: QueryLimits): KeyValueCache<DocumentNode> => {
  const kept = createDocumentCache(preparedQueries);
  return {
    get: (hash) => Promise.resolve(kept.get(hash)),
    set(hash, document) {
      kept.set(hash, document);
      return Promise.resolve();
    },
    delete: () => Promise.resolve(false),
  };
};

interface Caches {
  readonly documents: KeyValueCache<DocumentNode>;
  readonly persisted: InMemoryLRUCache;
}

const createServer = (
  options: ApolloOptions,
  landingPage: boolean,
  { documents, persisted }: Caches,
): ApolloServer<GraphqlContext> => {
  const { schema, limits, log, tracing } = options;
  return new ApolloServer<GraphqlContext>({
    schema,
    formatError: (formatted, thrown) => toFormattedError(toReportedError(thrown), formatted),
    plugins: [
      reportErrors,
      checkOperations(options),
      ...(tracing === undefined ? [] : [nameOperations(tracing)]),
      landingPage
        ? ApolloServerPluginLandingPageLocalDefault({ footer: false })
        : ApolloServerPluginLandingPageDisabled(),
    ],
    parseOptions: { maxLexicalTokens: limits.queryTokens },
    executionOptions: EXECUTION_OPTIONS,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // A client may store any text this way, so it is kept only for a while.
    persistedQueries: { cache: persisted, ttl: limits.documentAgeMs / 1000 },
    documentStore: documents,
    // `checkOperations` validates, as for the other transports. It also decides about introspection.
    dangerouslyDisableValidation: true,
    includeStacktraceInErrorResponses: false,
    // Apollo's own signal handler would end the process while it drains.
    stopOnTerminationSignals: false,
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message: unknown) => {
        log.warn({ library: "apollo" }, String(message));
      },
      error: (message: unknown) => {
        log.error({ library: "apollo" }, String(message));
      },
    },
  });
};

/** Apollo reads its settings only at construction, so there is one server with the page and one without, if needed. */
export const createApollo = async (options: ApolloOptions): Promise<Apollo> => {
  const { settings, context, limits } = options;
  const caches: Caches = {
    documents: keepDocuments(limits),
    persisted: new InMemoryLRUCache({ maxSize: limits.persistedQueryBytes, ttlAutopurge: true }),
  };
  const servers = new Map<boolean, ApolloServer<GraphqlContext>>();
  const add = (landingPage: boolean): ApolloServer<GraphqlContext> => {
    const server = createServer(options, landingPage, caches);
    servers.set(landingPage, server);
    return server;
  };
  const addStarting = (landingPage: boolean): ApolloServer<GraphqlContext> => {
    const server = add(landingPage);
    server.startInBackgroundHandlingStartupErrorsByLoggingAndFailingAllRequests();
    return server;
  };
  await add(settings().landingPage).start();

  return {
    handle() {
      const { landingPage } = settings();
      return fastifyApolloHandler(servers.get(landingPage) ?? addStarting(landingPage), { context });
    },
    async stop() {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
  };
};
