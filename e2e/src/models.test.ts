import OpenAI from "openai";
import { CHAT_MODEL, EMBEDDING_MODEL, FX_RATE, MARKUP, PRICES, ZDR_MODEL } from "./harness/cenote-yaml";
import { equal, fraction, times } from "./harness/exact";
import { withSystem } from "./harness/with-system";

interface ModelRecord {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly owned_by: string;
  readonly type: string;
}

const bench = withSystem();
const IDS = [CHAT_MODEL, EMBEDDING_MODEL, ZDR_MODEL];

test("the list has OpenAI's shape and every model with a usable route", async () => {
  const { status, body } = await bench().client.getJson<{ object: string; data: ModelRecord[] }>("/v1/models");
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
  const { client } = bench();
  const { body: list } = await client.getJson<{ data: ModelRecord[] }>("/v1/models");
  const { status, body } = await client.getJson<ModelRecord>(`/v1/models/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual(list.data.find((model) => model.id === id));
});

test("an invalid id is model_not_found", async () => {
  const { status, body } = await bench().client.getJson("/v1/models/openai/nothing");
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: "model_not_found" });
});

test("the tool lists exactly the prices a caller pays", async () => {
  interface Line {
    readonly unit: string;
    readonly per: number;
    readonly usd: string;
    readonly mxn: string;
  }
  const { models } = await bench().system.cenote<{ models: { id: string; prices: Line[] }[] }>("models");
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
  const openai = new OpenAI({ apiKey: bench().system.key, baseURL: `${bench().system.baseUrl}/v1`, maxRetries: 0 });
  const ids: string[] = [];
  for await (const { id } of openai.models.list()) ids.push(id);
  expect(ids).toEqual(expect.arrayContaining(IDS));
});
