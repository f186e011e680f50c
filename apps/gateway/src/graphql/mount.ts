import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { BillingService } from "@cenote/contracts";
import type { Log } from "@cenote/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ModelDirectory } from "../models/directory";
import { type ErrorReader, JSON_TYPE } from "../server/app";
import { errorHeaders } from "../server/error-answer";
import type { Exchanges } from "../server/exchange";
import type { GraphqlContext } from "./context";
import { stampErrors, toFormattedError, toReportedError } from "./errors";
import { createSchema } from "./schema";

export interface GraphqlParts {
  readonly billing: BillingService;
  readonly directory: ModelDirectory;
  readonly exchanges: Exchanges;
  readonly readError: ErrorReader;
  readonly log: Log;
  /** Whether callers may ask for the schema. */
  readonly introspection: boolean;
  readonly retryAfterMs: number;
}

const reportErrors: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: () => Promise.resolve({
    didEncounterErrors: ({ errors, contextValue }) => {
      for (const error of errors) contextValue.report(toReportedError(error));
      return Promise.resolve();
    },
  }),
};

const createApollo = ({ introspection, log }: GraphqlParts): ApolloServer<GraphqlContext> =>
  new ApolloServer<GraphqlContext>({
    schema: createSchema(),
    introspection,
    formatError: (formatted, thrown) => toFormattedError(toReportedError(thrown), formatted),
    plugins: [reportErrors, ApolloServerPluginLandingPageDisabled()],
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
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

/** @returns Stops the GraphQL server; to be called when the HTTP server has answered its last request. */
export const mountGraphql = async (server: FastifyInstance, parts: GraphqlParts): Promise<() => Promise<void>> => {
  const { billing, directory, exchanges, readError, retryAfterMs } = parts;
  const apollo = createApollo(parts);
  await apollo.start();

  const context = (request: FastifyRequest): Promise<GraphqlContext> => {
    const { caller } = request.exchange;
    if (caller === undefined) throw new Error("a call that was not admitted");
    return Promise.resolve({ caller, billing, directory, report: (error) => { readError(error, request); } });
  };
  const handle = fastifyApolloHandler(apollo, { context });

  await server.register((scope, _options, done) => {
    scope.setErrorHandler((thrown, request, reply) => {
      const error = readError(thrown, request);
      const result = stampErrors(JSON.stringify({ errors: [toFormattedError(error)] }), request.id);
      void reply.code(error.row.http).headers(errorHeaders(error, retryAfterMs)).type(JSON_TYPE).send(result);
    });
    scope.route({
      method: ["GET", "POST"],
      url: "/graphql",
      schema: { hide: true },
      onRequest: exchanges.admit,
      handler: async (request, reply) => {
        const result: unknown = await handle.call(scope, request, reply);
        return typeof result === "string" ? stampErrors(result, request.id) : result;
      },
    });
    done();
  });
  return () => apollo.stop();
};
