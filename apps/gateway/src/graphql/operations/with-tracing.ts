import { failureOf, type SpanFailure, spanFailure, streamInSpan, type Tracing } from "@cenote/core";
import { type ExecutionResult, getOperationAST } from "graphql";
import { toReportedError } from "../errors";
import { describeOperation } from "./describe-operation";
import type { RunOperation } from "./run";

const failureIn = ({ errors = [] }: ExecutionResult): SpanFailure | undefined => {
  const [error] = errors;
  return error === undefined ? undefined : spanFailure(toReportedError(error).code);
};

/** Adds a span for each operation. A subscription's span lasts until its last result. */
export const withTracing =
  (run: RunOperation, tracing: Tracing): RunOperation =>
  async (operation, context) => {
    const node = getOperationAST(operation.document, operation.operationName);
    if (node === null || node === undefined) return run(operation, context);
    const { name, attributes } = describeOperation(operation.document, node);
    const span = tracing.begin(name, { attributes: { ...attributes, "cenote.request_id": context.requestId } });
    let result: Awaited<ReturnType<RunOperation>>;
    try {
      result = await span.run(() => run(operation, context));
    } catch (thrown) {
      span.end(failureOf(thrown));
      throw thrown;
    }
    if (!(Symbol.asyncIterator in result)) {
      span.end(failureIn(result));
      return result;
    }
    const results = result;
    let failure: SpanFailure | undefined;
    const note = (message: ExecutionResult): boolean => {
      failure ??= failureIn(message);
      return false;
    };
    return streamInSpan(span, () => results, { note, isOpen: true, failure: () => failure }) as AsyncGenerator<
      ExecutionResult,
      void,
      void
    >;
  };

/** Starts a new trace for each operation, because the operations of one connection are independent. */
export const inOwnTrace =
  (run: RunOperation, tracing: Tracing): RunOperation =>
  (operation, context) =>
    tracing.continueFrom(undefined, () => run(operation, context));
