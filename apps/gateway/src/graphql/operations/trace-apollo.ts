import type { ApolloServerPlugin } from "@apollo/server";
import { spanFailure, type Tracing } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GraphqlContext } from "../context";
import { describeOperation } from "./describe-operation";

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds a span for each operation over HTTP. `nameOperations` renames it when the operation is known. */
export const withTracedAnswers =
  (answer: Answer, tracing: Tracing): Answer =>
  async (request, reply) => {
    const span = tracing.begin("graphql");
    try {
      return await span.run(() => answer(request, reply));
    } finally {
      const { errorCode } = request.exchange;
      span.end(errorCode === undefined ? undefined : spanFailure(errorCode));
    }
  };

/** Names the current span after its operation. */
export const nameOperations = (tracing: Tracing): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, operation }) => {
        const span = tracing.current();
        if (span !== undefined && operation !== undefined) {
          const { name, attributes } = describeOperation(document, operation);
          span.rename(name);
          span.set(attributes);
        }
        return Promise.resolve();
      },
    }),
});
