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
  /** Whether a browser that opens the address gets a page for trying queries. */
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

/** By their hash, and before they are checked. */
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
    // Kept at the client's request, whatever it holds, and so only for a while.
    persistedQueries: { cache: persisted, ttl: limits.documentAgeMs / 1000 },
    documentStore: documents,
    // `checkOperations` does it, as for the other ways in: introspection, too, is for it to allow.
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

/** Apollo takes its settings at construction, so there is one server with a page and one without, if both are used. */
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
