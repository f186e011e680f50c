import { EMBEDDING_MODEL } from "./harness/cenote-yaml";
import { ask, type ChatCompletion, type EmbeddingList } from "./harness/client";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const bench = withSystem();
const under = (key: string) => ({ headers: { "idempotency-key": key } });

test("a retry under the same key gets the stored answer, and is paid once", async () => {
  const { client, simulator } = bench();
  const first = await client.postJson<ChatCompletion>(CHAT, ask("marker-again"), under("order-4711"));
  const second = await client.postJson<ChatCompletion>(CHAT, ask("marker-again"), under("order-4711"));
  expect(second.text).toBe(first.text);
  expect(await simulator.calls("marker-again")).toHaveLength(1);
});

test("another body under the same key is a conflict", async () => {
  const { client } = bench();
  await client.post(CHAT, ask("one"), under("order-4712"));
  const other = await client.postJson(CHAT, ask("two"), under("order-4712"));
  expect({ status: other.status, code: other.body.error.code }).toEqual({ status: 409, code: "idempotency_conflict" });
});

test("embeddings too", async () => {
  const { client, simulator } = bench();
  const body = { model: EMBEDDING_MODEL, input: "marker-embedded", dimensions: 4 };
  const first = await client.postJson<EmbeddingList>("/v1/embeddings", body, under("order-4713"));
  expect((await client.postJson<EmbeddingList>("/v1/embeddings", body, under("order-4713"))).text).toBe(first.text);
  expect(await simulator.calls("marker-embedded")).toHaveLength(1);
});
