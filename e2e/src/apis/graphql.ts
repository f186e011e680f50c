import { CHAT_MODEL } from "../harness/cenote-yaml";
import { ask, type JsonAnswer } from "../harness/client";
import { balanceOf, settledBalance } from "../harness/ledger";
import { harness } from "./harness";

interface GraphqlBody {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly request_id?: string };
  }[];
}

const query = (
  text: string,
  options: { readonly key?: string; readonly headers?: Record<string, string> } = {},
): Promise<JsonAnswer<GraphqlBody>> => harness().client.postJson<GraphqlBody>("/graphql", { query: text }, options);

test("the viewer is the key's organization, with its balance to the nano-peso", async () => {
  const { client, system } = harness();
  await client.post("/v1/chat/completions", ask("Hi"));
  await settledBalance(system, "demo");
  const money = await balanceOf(system, "demo");
  const { status, body } = await query("{ viewer { organization { id name zdr } balance held available } }");
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      viewer: {
        organization: { id: money.org, name: "demo", zdr: false },
        balance: money.balance_mxn,
        held: money.held_mxn,
        available: money.available_mxn,
      },
    },
  });
});

test("the models are the same as in REST, with the same prices", async () => {
  const { client } = harness();
  const { body } = await query("{ models { id type contextLength capabilities prices { unit per usd mxn } } }");
  const models = body.data?.models as { id: string; prices: { unit: string; usd: string }[] }[];
  const { body: rest } = await client.getJson<{ data: { id: string }[] }>("/v1/models");
  expect(models.map(({ id }) => id).toSorted()).toEqual(rest.data.map(({ id }) => id).toSorted());
  expect(models.find(({ id }) => id === CHAT_MODEL)?.prices).toContainEqual(
    expect.objectContaining({ unit: "INPUT_TOKEN", usd: "0.1575", per: 1_000_000 }),
  );
});

test.each([
  ["", "missing_api_key"],
  ["nonsense", "invalid_api_key"],
])("with the key %j the code is %s", async (key, code) => {
  const { body } = await query("{ viewer { balance } }", { key });
  expect(body.errors?.[0]?.extensions).toMatchObject({ code, request_id: expect.stringMatching(/^req_[0-9a-f]{24}$/) });
});

test("an unknown field is an error with a code", async () => {
  const { body } = await query("{ viewer { password } }");
  expect(body.errors?.[0]?.message).toContain("password");
  expect(typeof body.errors?.[0]?.extensions?.code).toBe("string");
});

test("a form post from another site is rejected", async () => {
  const { system } = harness();
  const answer = await fetch(`${system.baseUrl}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.key}`, "content-type": "text/plain" },
    body: JSON.stringify({ query: "{ viewer { balance } }" }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});
