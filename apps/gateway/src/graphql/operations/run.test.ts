import { buildSchema, type ExecutionResult, OperationTypeNode, parse } from "graphql";
import type { GraphqlContext } from "../context";
import { runOperation, toWireResult } from "./run";

test("what the graphql package throws is the result of the one operation, and disclosed to nobody", async () => {
  const run = runOperation(buildSchema("type Query { one: Int } type Subscription { one: Int }"));
  const document = parse("subscription { one @skip(if: true) }");
  const reported: unknown[] = [];
  const context = {
    requestId: "req_1",
    report: (error: unknown) => reported.push(error),
  } as unknown as GraphqlContext;
  const operation = { document, operationName: undefined, kind: OperationTypeNode.SUBSCRIPTION, variables: {} };
  const result = await run(operation, context);
  expect(toWireResult(result as ExecutionResult, context)).toEqual({
    errors: [
      {
        message: "Something failed on our side. The request id helps us to find it.",
        extensions: { code: "internal_error", retryable: true, request_id: "req_1" },
      },
    ],
  });
  expect(reported).toMatchObject([{ code: "internal_error", cause: expect.any(TypeError) }]);
});
