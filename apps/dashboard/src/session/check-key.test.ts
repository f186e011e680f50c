import type { Client } from "@urql/core";
import { CombinedError } from "@urql/core";
import { GraphQLError } from "graphql";
import { checkKey } from "./check-key";

const organization = { id: "f0000000-0000-4000-8000-000000000000", name: "Acme" };

/** A client whose server gives this answer to each query. */
const answering = (answer: object): Client =>
  ({ query: () => ({ toPromise: () => Promise.resolve(answer) }) }) as unknown as Client;

describe("the key that someone signs in with", () => {
  it("leads to its organization", async () => {
    const client = answering({ data: { viewer: { organization, clientToken: null } } });
    expect(await checkKey(client)).toEqual({ kind: "good", organization });
  });

  it("may not be a client token, which ends after minutes", async () => {
    const client = answering({ data: { viewer: { organization, clientToken: { budget: "1" } } } });
    expect(await checkKey(client)).toMatchObject({ kind: "refused", refusal: { code: "permission_denied" } });
  });

  it("is refused with the server's reason", async () => {
    const refused = new GraphQLError("The API key is not valid.", { extensions: { code: "invalid_api_key" } });
    const client = answering({ error: new CombinedError({ graphQLErrors: [refused] }) });
    expect(await checkKey(client)).toMatchObject({
      kind: "refused",
      refusal: { code: "invalid_api_key", message: "The API key is not valid." },
    });
  });
});
