import OpenAI from "openai";
import { CHAT_MODEL, EMBEDDING_MODEL, FX_RATE, MARKUP, PRICES, ZDR_MODEL } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { equal, fraction, times } from "./harness/exact";
import { withSystem } from "./harness/with-system";

interface ModelRecord {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly owned_by: string;
  readonly type: string;
}

const ENDING = "openai/ending";
const RETIRED = "openai/retired";

const harness = withSystem({
  more: () => {
    const row = (id: string, until: string) => ({
      id,
      type: "chat",
      until,
      price_usd: PRICES.chat,
      routes: [{ provider: "openai", model: "gpt-4o-mini" }],
    });
    return { providers: {}, models: [row(ENDING, "9999-01-14"), row(RETIRED, "2026-01-14")] };
  },
});
const IDS = [CHAT_MODEL, EMBEDDING_MODEL, ZDR_MODEL];

test("the list has OpenAI's shape and every model with a usable route", async () => {
  const { status, body } = await harness().client.getJson<{ object: string; data: ModelRecord[] }>("/v1/models");
  expect({ status, object: body.object }).toEqual({ status: 200, object: "list" });
  expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(IDS));
  for (const model of body.data) {
    expect(model).toMatchObject({
      object: "model",
      created: expect.any(Number),
      owned_by: expect.any(String),
      type: expect.stringMatching(/^(chat|embedding)$/),
    });
    expect(model.id).toMatch(/^[^/]+\/.+/);
  }
});

test.each(IDS)("%s alone returns the same record", async (id) => {
  const { client } = harness();
  const { body: list } = await client.getJson<{ data: ModelRecord[] }>("/v1/models");
  const { status, body } = await client.getJson<ModelRecord>(`/v1/models/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual(list.data.find((model) => model.id === id));
});

test("an invalid id is model_not_found", async () => {
  const { status, body } = await harness().client.getJson("/v1/models/openai/nothing");
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: "model_not_found" });
});

test("the tool lists exactly the prices a caller pays", async () => {
  interface Line {
    readonly unit: string;
    readonly per: number;
    readonly usd: string;
    readonly mxn: string;
  }
  const { models } = await harness().system.cenote<{ models: { id: string; prices: Line[] }[] }>("models");
  const chat = models.find(({ id }) => id === CHAT_MODEL);
  for (const [unit, price] of [
    ["input_token", PRICES.chat.input_per_million_tokens],
    ["output_token", PRICES.chat.output_per_million_tokens],
  ] as const) {
    const line = chat?.prices.find((candidate) => candidate.unit === unit);
    const usd = times(fraction(price), fraction(MARKUP));
    expect(line?.per).toBe(1_000_000);
    expect(equal(fraction(line?.usd ?? ""), usd)).toBe(true);
    expect(equal(fraction(line?.mxn ?? ""), times(usd, fraction(FX_RATE)))).toBe(true);
  }
});

test("the list through the official openai package", async () => {
  const openai = new OpenAI({ apiKey: harness().system.key, baseURL: `${harness().system.baseUrl}/v1`, maxRetries: 0 });
  const ids: string[] = [];
  for await (const { id } of openai.models.list()) ids.push(id);
  expect(ids).toEqual(expect.arrayContaining(IDS));
});

test("the shutdown date of a model is in the list and in each answer", async () => {
  const { client } = harness();
  const { body: model } = await client.getJson<{ shutdown_date?: string }>(`/v1/models/${ENDING}`);
  expect(model.shutdown_date).toBe("9999-01-14");
  const sunsetOf = async (asked: string, more: object = {}) =>
    (await client.postJson("/v1/chat/completions", ask("Hello!", { model: asked, ...more }))).headers.get("sunset");
  expect(await sunsetOf(ENDING)).toBe("Thu, 14 Jan 9999 00:00:00 GMT");
  expect(await sunsetOf(CHAT_MODEL)).toBeNull();
});

test("a model that was shut down is not listed, and the error for it says so", async () => {
  const { client } = harness();
  const { body: list } = await client.getJson<{ data: ModelRecord[] }>("/v1/models");
  expect(list.data.map(({ id }) => id)).not.toContain(RETIRED);
  const { status, body } = await client.postJson("/v1/chat/completions", ask("Hello!", { model: RETIRED }));
  expect({ status, ...body.error }).toMatchObject({
    status: 404,
    code: "model_not_found",
    message: expect.stringContaining("was shut down by its provider on 2026-01-14"),
  });
});
