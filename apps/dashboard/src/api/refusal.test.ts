import { CombinedError } from "@urql/core";
import { GraphQLError } from "graphql";
import { CONNECTION_LOST, endsSession, isTransient, refusalOf } from "./refusal";

describe("refusalOf", () => {
  it("has the server's code and request id", () => {
    const error = new CombinedError({
      graphQLErrors: [new GraphQLError("Revoked.", { extensions: { code: "key_revoked", request_id: "req_1" } })],
    });
    expect(refusalOf(error)).toEqual({ code: "key_revoked", message: "Revoked.", requestId: "req_1" });
    expect(endsSession(refusalOf(error))).toBe(true);
  });

  it("names the input that was refused", () => {
    const error = new GraphQLError("Too much.", {
      extensions: { code: "invalid_request_error", param: "budget.limit" },
    });
    expect(refusalOf({ graphQLErrors: [error] })).toEqual({
      code: "invalid_request_error",
      message: "Too much.",
      param: "budget.limit",
    });
  });

  it("is a lost connection if the server did not answer, which does not end the session", () => {
    expect(refusalOf(new CombinedError({ networkError: new Error("Failed to fetch") }))).toBe(CONNECTION_LOST);
    expect(endsSession(CONNECTION_LOST)).toBe(false);
  });
});

describe("an error", () => {
  const withExtensions = (extensions: Readonly<Record<string, unknown>>) =>
    new CombinedError({ graphQLErrors: [new GraphQLError("No.", { extensions })] });

  it("passes only if the server says so, or did not answer", () => {
    expect(isTransient(withExtensions({ code: "overloaded", retryable: true }))).toBe(true);
    expect(isTransient(withExtensions({ code: "job_not_found", retryable: false }))).toBe(false);
    expect(isTransient(withExtensions({}))).toBe(false);
    expect(isTransient(new CombinedError({ networkError: new Error("Failed to fetch") }))).toBe(true);
  });
});
