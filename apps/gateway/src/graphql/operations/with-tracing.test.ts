import { CenoteError } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { OperationTypeNode, parse } from "graphql";
import type { GraphqlContext } from "../context";
import type { Operation } from "./operations";
import type { RunOperation } from "./run";
import { withTracing } from "./with-tracing";

const operation: Operation = {
  document: parse("query Mine { viewer { balance } }"),
  operationName: "Mine",
  kind: OperationTypeNode.QUERY,
  variables: {},
};

const traced = (run: RunOperation) => {
  const { tracing, spans } = recordTraces();
  const answer = withTracing(run, tracing)(operation, {
    requestId: "req_0123456789abcdef01234567",
  } as GraphqlContext);
  return { answer, spans };
};

test("an operation is a span with names of the schema, and ends with its answer", async () => {
  const { answer, spans } = traced(async () => ({ data: {} }));
  await answer;
  expect(spans()).toMatchObject([{ name: "query viewer", isError: false }]);
});

test("a subscription that is left before its first result is closed", async () => {
  let isClosed = false;
  const results = {
    [Symbol.asyncIterator]: () => results,
    next: () => Promise.reject(new Error("nobody reads")),
    async return() {
      isClosed = true;
      return { done: true, value: undefined };
    },
  };
  const { answer, spans } = traced(async () => results as never);
  await ((await answer) as AsyncGenerator).return(undefined);
  expect([isClosed, spans()]).toMatchObject([true, [{ attributes: { "error.type": "cancelled" } }]]);
});

test("the span of an operation that could not run has its error", async () => {
  const { answer, spans } = traced(() => Promise.reject(new CenoteError("overloaded")));
  await expect(answer).rejects.toMatchObject({ code: "overloaded" });
  expect(spans()).toMatchObject([{ name: "query viewer", isError: true, attributes: { "error.type": "overloaded" } }]);
});
