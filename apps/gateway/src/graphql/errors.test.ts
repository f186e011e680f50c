import { CenoteError } from "@cenote/core";
import { GraphQLError } from "graphql";
import { graphqlMistake, toFormattedError } from "./errors";

test("a mistake in a long value is told in its first characters, none of them cut in two", () => {
  const { message } = graphqlMistake("variables", new GraphQLError(`${"a".repeat(999)}😀 and so on`));
  expect(message).toBe(`${"a".repeat(999)}\uFFFD...`);
});

test("a refused limit says when to retry, unless waiting does not help", () => {
  const told = (retryable: boolean) =>
    toFormattedError(new CenoteError("rate_limit_exceeded", "Too many.", { retryAfterMs: 1_200.5, retryable }))
      .extensions;
  expect(told(true)).toEqual({ code: "rate_limit_exceeded", retryable: true, retry_after_ms: 1_201 });
  expect(told(false)).toEqual({ code: "rate_limit_exceeded", retryable: false });
});
