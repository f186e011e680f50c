import { CombinedError } from "@urql/core";
import { GraphQLError } from "graphql";
import { CONNECTION_LOST, endsSession, refusalOf } from "./refusal";

describe("refusalOf", () => {
  it("has the server's code and request id", () => {
    const error = new CombinedError({
      graphQLErrors: [new GraphQLError("Revoked.", { extensions: { code: "key_revoked", request_id: "req_1" } })],
    });
    expect(refusalOf(error)).toEqual({ code: "key_revoked", message: "Revoked.", requestId: "req_1" });
    expect(endsSession(refusalOf(error))).toBe(true);
  });

  it("is a lost connection if the server did not answer, which does not end the session", () => {
    expect(refusalOf(new CombinedError({ networkError: new Error("Failed to fetch") }))).toBe(CONNECTION_LOST);
    expect(endsSession(CONNECTION_LOST)).toBe(false);
  });
});
