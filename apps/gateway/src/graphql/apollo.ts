import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import { invalidRequest, type Log, toCenoteError, type Tracing } from "@cenote/core";
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
import { requireAffordable } from "./operations/affordable";
import { bearsContent } from "./operations/bears-content";
import { nameOperations } from "./operations/trace-apollo";

export interface GraphqlSettings {
  /** Whether callers may query the schema. */
  readonly introspection: boolean;
  /** Whether a browser that opens the address gets a page for trying queries. */
  readonly landingPage: boolean;
}

export interface ApolloOptions {
  readonly schema: GraphQLSchema;
  /** The current settings: the same object until they change. */
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
    throw invalidRequest("query", "query: a subscription goes over WebSocket, or to /graphql/stream.");
};

const checkOperations = (schema: GraphQLSchema, limits: QueryLimits): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, operation, request }) => {
        if (operation === undefined) return Promise.resolve();
        try {
          refuseSubscription(operation);
          requireAffordable({ schema, document, operation, variables: request.variables ?? {} }, limits);
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

/** Checked documents. Those that may hold a call's content are checked again each time. */
class KeptDocuments extends InMemoryLRUCache<DocumentNode> {
  override async set(key: string, document: DocumentNode): Promise<void> {
    if (!bearsContent(document)) await super.set(key, document);
  }
}

const createServer = (
  { schema, limits, log, tracing }: ApolloOptions,
  settings: GraphqlSettings,
  persisted: InMemoryLRUCache,
): ApolloServer<GraphqlContext> =>
  new ApolloServer<GraphqlContext>({
    schema,
    introspection: settings.introspection,
    formatError: (formatted, thrown) => toFormattedError(toReportedError(thrown), formatted),
    plugins: [
      reportErrors,
      checkOperations(schema, limits),
      ...(tracing === undefined ? [] : [nameOperations(tracing)]),
      settings.landingPage
        ? ApolloServerPluginLandingPageLocalDefault({ footer: false })
        : ApolloServerPluginLandingPageDisabled(),
    ],
    parseOptions: { maxLexicalTokens: limits.queryTokens },
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // Kept at the client's request, whatever it holds, and so only for a while.
    persistedQueries: { cache: persisted, ttl: limits.documentAgeMs / 1000 },
    // For this server only: a kept document is not checked again, and another server may allow more.
    documentStore: new KeptDocuments(),
    // Bounds the number of selections that nested fragments expand to.
    maxRecursiveSelections: true,
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

const nameOf = ({ introspection, landingPage }: GraphqlSettings): string => `${introspection} ${landingPage}`;

/** Apollo takes its settings at construction, so there is one server per used combination, at most four. */
export const createApollo = async (options: ApolloOptions): Promise<Apollo> => {
  const { settings, context, limits } = options;
  const persisted = new InMemoryLRUCache({ maxSize: limits.persistedQueryBytes, ttlAutopurge: true });
  const servers = new Map<string, ApolloServer<GraphqlContext>>();

  const addServer = (current: GraphqlSettings): ApolloServer<GraphqlContext> => {
    const server = createServer(options, current, persisted);
    servers.set(nameOf(current), server);
    return server;
  };
  const started = (current: GraphqlSettings): ApolloServer<GraphqlContext> => {
    const known = servers.get(nameOf(current));
    if (known !== undefined) return known;
    const server = addServer(current);
    server.startInBackgroundHandlingStartupErrorsByLoggingAndFailingAllRequests();
    return server;
  };

  let used = settings();
  const first = addServer(used);
  await first.start();
  let handle = fastifyApolloHandler(first, { context });

  return {
    handle() {
      const current = settings();
      if (current !== used) {
        used = current;
        handle = fastifyApolloHandler(started(current), { context });
      }
      return handle;
    },
    async stop() {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
  };
};
