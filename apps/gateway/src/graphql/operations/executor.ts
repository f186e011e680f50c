import type { Ids, Tracing } from "@cenote/core";
import type { GraphQLSchema } from "graphql";
import type { QueryLimits } from "../../limits";
import type { GraphqlContext, GraphqlSources } from "../context";
import { createLoaders } from "../loaders";
import { type CheckDocument, createDocumentCheck } from "./check-document";
import { createOperations, type Operations } from "./operations";
import { runOperation, type RunOperation } from "./run";
import { withTracing } from "./with-tracing";

/** Parses and runs operations over WebSocket and server-sent events. Plain HTTP uses only `check` and `contextFor`. */
export interface Executor extends Operations {
  readonly schema: GraphQLSchema;
  readonly check: CheckDocument;
  /** The context of one operation. */
  contextFor(facts: Pick<GraphqlContext, "caller" | "requestId" | "signal" | "report">): GraphqlContext;
  readonly run: RunOperation;
}

export interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly sources: GraphqlSources;
  readonly ids: Ids;
  /** Whether the schema may be queried, by the current settings. */
  readonly introspection: () => boolean;
  readonly limits: QueryLimits;
  readonly tracing?: Tracing | undefined;
}

export const createExecutor = ({ schema, sources, ids, introspection, limits, tracing }: ExecutorOptions): Executor => {
  const run = runOperation(schema);
  const check = createDocumentCheck({ schema, introspection, limits });
  return {
    ...createOperations({ schema, check, limits }),
    schema,
    check,
    contextFor(facts) {
      let isFirst = true;
      return {
        ...sources,
        ...facts,
        loaders: createLoaders(sources.billing, facts.caller.organizationId),
        nextCallId() {
          const id = isFirst ? facts.requestId : ids.requestId();
          isFirst = false;
          return id;
        },
      };
    },
    run: tracing === undefined ? run : withTracing(run, tracing),
  };
};
