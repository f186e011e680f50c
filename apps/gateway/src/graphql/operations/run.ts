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

/** A result as it is sent. Its errors have codes and the request id. */
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
 * The graphql package repeats the variable's whole value, up to twenty megabytes, in the error for each invalid part of
 * it. With its default of fifty errors, one request would take a gigabyte.
 */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 1 } as const;

export type RunOperation = (
  operation: Operation,
  context: GraphqlContext,
) => Promise<ExecutionResult | AsyncGenerator<ExecutionResult, void, void>>;

/**
 * Runs an operation. A subscription that starts returns a stream of results; everything else returns one result. An
 * error that the graphql package throws becomes a result too: thrown further, it would end the caller's connection with
 * all its operations.
 */
export const runOperation = (schema: GraphQLSchema): RunOperation => {
  const eventOperationOf = createEventOperations(schema);

  /** Opens the stream with the full document, and executes a shorter one for each event. */
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
