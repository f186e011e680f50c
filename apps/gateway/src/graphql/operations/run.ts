import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  subscribe,
} from "graphql";
import type { GraphqlContext } from "../context";
import { toFormattedError, toReportedError } from "../errors";
import { createEventOperations } from "./event-operations";
import type { Operation } from "./operations";

/** A result as it is sent: its errors have codes and the request id. */
export interface WireResult {
  readonly data?: unknown;
  readonly errors?: readonly object[];
}

export const toWireResult = ({ data, errors }: ExecutionResult, context: GraphqlContext): WireResult => {
  if (errors === undefined) return { data };
  const formatted = errors.map((thrown) => {
    const error = toReportedError(thrown);
    context.report(error);
    const { extensions, ...rest } = toFormattedError(error, thrown);
    return { ...rest, extensions: { request_id: context.requestId, ...extensions } };
  });
  return { ...(data === undefined ? {} : { data }), errors: formatted };
};

/**
 * GraphQL tells each wrong value in the words of all that the variable holds, which may be twenty megabytes: of fifty,
 * as it tells by itself, one request would take a gigabyte.
 */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 1 } as const;

export type RunOperation = (
  operation: Operation,
  context: GraphqlContext,
) => Promise<ExecutionResult | AsyncGenerator<ExecutionResult, void, void>>;

/**
 * Runs an operation. A subscription that starts is a stream of results; everything else is one result, also what the
 * graphql package throws, which would end the caller's connection and all that runs on it.
 */
export const runOperation = (schema: GraphQLSchema): RunOperation => {
  const eventOperationOf = createEventOperations(schema);

  /** Opens the stream with the document as it is, and executes a shorter one for each of its events. */
  const openStream = async (args: ExecutionArgs): ReturnType<typeof subscribe> => {
    const events = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in events)) return events;
    return subscribe({ ...args, ...eventOperationOf(args.document), subscribeFieldResolver: () => events });
  };

  return async ({ document, operationName, kind, variables }, context) => {
    const args = {
      schema,
      document,
      variableValues: variables,
      contextValue: context,
      options: EXECUTION_OPTIONS,
      ...(operationName === undefined ? {} : { operationName }),
    };
    try {
      return await (kind === OperationTypeNode.SUBSCRIPTION ? openStream(args) : execute(args));
    } catch (thrown) {
      return { errors: [thrown as GraphQLError] };
    }
  };
};
