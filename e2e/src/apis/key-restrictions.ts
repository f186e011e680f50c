import { BudgetPeriod, type CreateApiKeyRequest } from "@cenote/contracts";
import { withBilling } from "../harness/billing";
import { CHAT_MODEL, EMBEDDING_MODEL, ODD_MODEL } from "../harness/cenote-yaml";
import { ask, type ChatCompletion } from "../harness/client";
import { eventually } from "../harness/eventually";
import { nanoOf } from "../harness/exact";
import { settledBalance } from "../harness/ledger";
import { newPayer } from "../harness/payer";
import { harness } from "./harness";

const CHAT = "/v1/chat/completions";

interface ListedKey {
  readonly id: string;
  readonly budget: { readonly spent_mxn: string } | null;
}

/** A key beside the one of a new organization. */
const newKey = async (restrictions: Pick<CreateApiKeyRequest, "budget" | "expires" | "models" | "networks">) => {
  const { system } = harness();
  const payer = await newPayer(system);
  const { apiKey, secret } = await withBilling(system, (billing) =>
    billing.createApiKey({ organizationId: payer.org, name: "restricted", ...restrictions }),
  );
  const keyId = apiKey?.id ?? "";
  const spent = async () => {
    const { keys } = await system.cenote<{ keys: ListedKey[] }>("key", "list", payer.org);
    return nanoOf(keys.find(({ id }) => id === keyId)?.budget?.spent_mxn ?? "0");
  };
  return { ...payer, free: payer.key, key: secret, keyId, spent };
};

const total = (pesos: string) => ({ limitNanoMxn: nanoOf(pesos), period: BudgetPeriod.BUDGET_PERIOD_TOTAL });

describe("the budget of an API key", () => {
  test("is not exceeded by many calls at once, while another key of the organization goes on", async () => {
    const { system, client } = harness();
    const { org, key, free, spent } = await newKey({ budget: total("0.02") });
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const question = ask(`[[sim words=40]] ${index}`, { max_tokens: 60, stream: index % 2 === 0 });
        const response = await client.post(CHAT, question, { key });
        await response.text();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    const { balance_mxn: balance } = await settledBalance(system, org);
    expect(await spent()).toBe(nanoOf("50") - nanoOf(balance));
    expect(await spent()).toBeLessThanOrEqual(nanoOf("0.02"));
    expect((await client.postJson(CHAT, ask("[[sim words=4]]"), { key: free })).status).toBe(200);
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test("ends an answer where it is used up, and says so with the next call", async () => {
    const { client, system } = harness();
    const { key, keyId, spent, org } = await newKey({ budget: total("0.01") });
    const cut = await client.postJson<ChatCompletion>(CHAT, ask("[[sim words=5000]]"), { key });
    expect([cut.status, cut.body.choices[0]?.finish_reason]).toEqual([200, "length"]);
    for (;;) {
      const { status, body } = await client.postJson(CHAT, ask("[[sim words=5000]]"), { key });
      if (status === 200) continue;
      expect([status, body.error.code]).toEqual([402, "insufficient_balance"]);
      expect(body.error.message).toContain("API key's remaining budget");
      break;
    }
    await settledBalance(system, org);
    expect(await spent()).toBeLessThanOrEqual(nanoOf("0.01"));
    await system.cenote("key", "set", keyId, "budget=1/month");
    expect((await client.postJson(CHAT, ask("[[sim words=5]]"), { key })).status).toBe(200);
  });

  test("pays for embeddings and images too, or refuses them", async () => {
    const { client } = harness();
    const { key, spent } = await newKey({ budget: total("0.001") });
    const embedding = { model: EMBEDDING_MODEL, input: "one two three" };
    expect((await client.postJson("/v1/embeddings", embedding, { key })).status).toBe(200);
    expect(await spent()).toBeGreaterThan(0n);
    const long = { ...embedding, input: Array.from({ length: 600 }, () => "word ".repeat(400)) };
    expect((await client.postJson("/v1/embeddings", long, { key })).status).toBe(402);
  });
});

describe("the models of an API key", () => {
  test("are the only ones it lists and calls, over each API", async () => {
    const { client } = harness();
    const { key } = await newKey({ models: { models: [CHAT_MODEL, "private/*"] } });
    const listed = await client.getJson<{ data: { id: string }[] }>("/v1/models", { key });
    expect(listed.body.data.map(({ id }) => id).sort()).toEqual([CHAT_MODEL, "private/zdr-chat"]);
    expect((await client.postJson(CHAT, ask("hello"), { key })).status).toBe(200);
    for (const [path, body] of [
      [CHAT, ask("hello", { model: ODD_MODEL })],
      [CHAT, ask("hello", { models: [ODD_MODEL] })],
      ["/v1/responses", { model: ODD_MODEL, input: "hello" }],
      ["/v1/embeddings", { model: EMBEDDING_MODEL, input: "hello" }],
    ] as const) {
      const { status, body: answer } = await client.postJson(path, body, { key });
      expect([status, answer.error.code]).toEqual([403, "permission_denied"]);
    }
    const query = `mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }`;
    const input = { model: ODD_MODEL, messages: [{ role: "USER", content: "hello" }] };
    const { body } = await client.postJson<{ errors: { extensions: { code: string } }[] }>(
      "/graphql",
      { query, variables: { input } },
      { key },
    );
    expect(body.errors[0]?.extensions.code).toBe("permission_denied");
  });
});

describe("a model that does not exist", () => {
  test("is no way to learn of models that the key may not use, in a call or in the list", async () => {
    const { client } = harness();
    const slip = CHAT_MODEL.replace("/", "-/");
    const messagesWith = async (models: string[]) => {
      const { key } = await newKey({ models: { models } });
      const called = await client.postJson(CHAT, ask("hello", { model: slip }), { key });
      const looked = await client.getJson(`/v1/models/${slip}`, { key });
      expect([called.status, looked.status]).toEqual([404, 404]);
      return [called.body.error.message, looked.body.error.message];
    };
    for (const message of await messagesWith([slip])) expect(message).not.toContain(CHAT_MODEL);
    for (const message of await messagesWith([slip, CHAT_MODEL]))
      expect(message).toContain(`Did you mean \`${CHAT_MODEL}\`?`);
    const { key } = await newKey({ models: { models: [CHAT_MODEL] } });
    for (const id of [ODD_MODEL, slip]) expect((await client.getJson(`/v1/models/${id}`, { key })).status).toBe(403);
  });
});

describe("the networks of an API key", () => {
  test("are the only ones it works from, over each API, and the operator can open it again", async () => {
    const { client, system } = harness();
    const { key, keyId } = await newKey({ networks: { networks: ["203.0.113.0/24"] } });
    const told = { key, headers: { "x-forwarded-for": "203.0.113.7" } };
    for (const [path, body] of [
      [CHAT, ask("hello")],
      ["/v1/embeddings", { model: EMBEDDING_MODEL, input: "hello" }],
      ["/graphql", { query: "{ viewer { balance } }" }],
    ] as const)
      expect((await client.postJson(path, body, told)).status).toBe(403);
    await system.cenote("key", "set", keyId, "networks=127.0.0.0/8,::1");
    await eventually(
      "the key's other networks",
      async () => (await client.postJson(CHAT, ask("hello"), { key })).status === 200,
    );
  });
});

describe("the expiry of an API key", () => {
  test("ends it and the client tokens it made, until it is given more time", async () => {
    const { client, system } = harness();
    const { key, keyId } = await newKey({ expires: new Date(Date.now() + 3_600_000) });
    expect((await client.postJson(CHAT, ask("hello"), { key })).status).toBe(200);
    const query = `mutation { createClientToken(input: { operations: [CHAT], budget: "1" }) { secret } }`;
    const { body } = await client.postJson<{ data: { createClientToken: { secret: string } } }>(
      "/graphql",
      { query },
      { key },
    );
    const token = body.data.createClientToken.secret;
    expect((await client.postJson(CHAT, ask("hello"), { key: token })).status).toBe(200);
    // The expiry must still be in the future when billing reads it.
    await eventually("an expiry that is not over yet", () =>
      withBilling(system, (billing) =>
        billing.updateApiKey({ keyId, expiry: { at: new Date(Date.now() + 2_000) } }).then(
          () => true,
          (error: { readonly code?: unknown }) => {
            if (error.code !== "invalid_request_error") throw error;
            return undefined;
          },
        ),
      ),
    );
    for (const secret of [key, token]) {
      const refusal = await eventually("the end of the key", async () => {
        const answer = await client.getJson("/v1/models", { key: secret });
        return answer.status === 200 ? undefined : answer;
      });
      expect([refusal.status, refusal.body.error.code]).toEqual([401, "key_revoked"]);
    }
    await system.cenote("key", "set", keyId, "expires=default");
    expect((await client.postJson(CHAT, ask("hello"), { key })).status).toBe(200);
  });
});

test("the list of keys tells on which day a key was last used", async () => {
  const { client, system } = harness();
  const { org, key, keyId } = await newKey({});
  const query = "{ apiKeys { id lastUsed } }";
  const listed = async () => {
    const { keys } = await system.cenote<{ keys: { id: string; last_used: string | null }[] }>("key", "list", org);
    const { body } = await client.postJson<{ data: { apiKeys: { id: string; lastUsed: string | null }[] } }>(
      "/graphql",
      { query },
      { key },
    );
    const found = keys.map((listedKey) => [listedKey.id === keyId, listedKey.last_used]);
    expect(body.data.apiKeys.map(({ id, lastUsed }) => [id === keyId, lastUsed])).toEqual(found);
    return found;
  };
  expect(await listed()).toEqual([
    [true, null],
    [false, null],
  ]);
  expect((await client.postJson(CHAT, ask("hello"), { key })).status).toBe(200);
  expect(await listed()).toEqual([
    [true, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    [false, null],
  ]);
});
