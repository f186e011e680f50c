import OpenAI from "openai";
import { EMBEDDING_MODEL, LARGE_EMBEDDING_MODEL } from "../harness/cenote-yaml";
import type { EmbeddingList } from "../harness/client";
import { harness } from "./harness";

const PATH = "/v1/embeddings";

const embed = async (body: object) => {
  const answer = await harness().client.postJson<EmbeddingList>(PATH, { model: EMBEDDING_MODEL, ...body });
  expect(answer.status).toBe(200);
  return answer;
};

const lengthOf = (vector: readonly number[]): number => Math.hypot(...vector);

test("one text returns the contract's shape", async () => {
  const { headers, body } = await embed({ input: "Hola" });
  expect(body).toEqual({
    object: "list",
    model: EMBEDDING_MODEL,
    data: [{ object: "embedding", index: 0, embedding: expect.any(Array) }],
    usage: {
      prompt_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
      cost_usd: expect.any(Number),
      cost_mxn: expect.any(Number),
    },
  });
  expect(body.data[0]?.embedding).toHaveLength(1536);
  expect(lengthOf(body.data[0]?.embedding as number[])).toBeCloseTo(1, 5);
  expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens);
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
});

test("many texts are returned in order", async () => {
  const input = Array.from({ length: 25 }, (_, index) => `text ${index}`);
  const { body } = await embed({ input, dimensions: 8 });
  expect(body.data.map(({ index }) => index)).toEqual([...input.keys()]);
  const [seventh] = (await embed({ input: "text 7", dimensions: 8 })).body.data;
  expect(body.data[7]?.embedding).toEqual(seventh?.embedding);
});

test("2048 texts are accepted", async () => {
  const { body } = await embed({ input: Array.from({ length: 2048 }, (_, index) => `${index}`), dimensions: 2 });
  expect(body.data).toHaveLength(2048);
});

test("base64 contains the same numbers as little-endian single-precision floats", async () => {
  const vectorAs = async (encoding_format: string) =>
    (await embed({ input: "the same", encoding_format })).body.data[0]?.embedding;
  const bytes = Buffer.from((await vectorAs("base64")) as string, "base64");
  const numbers = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
  expect(numbers).toHaveLength(1536);
  expect(numbers).toEqual(((await vectorAs("float")) as number[]).map(Math.fround));
});

test.each([
  ["a text", "word ".repeat(9_000)],
  ["a text among others", ["short", "word ".repeat(9_000)]],
  ["tokens", Array.from({ length: 9_000 }, (_, index) => index)],
])(
  "%s longer than the model accepts is a 400 that names the input, with the provider's message, and does not affect the route",
  async (_what, input) => {
    const answer = await harness().client.postJson<{ error?: { code: string; message: string } }>(PATH, {
      model: EMBEDDING_MODEL,
      input,
    });
    expect({ status: answer.status, error: answer.body.error }).toMatchObject({
      status: 400,
      error: {
        code: "invalid_request_error",
        message: expect.stringMatching(
          /^input: This model's maximum context length is 8192 tokens, however you requested \d+ tokens/,
        ),
      },
    });
    expect((await embed({ input: "short" })).headers.get("x-gateway-attempts")).toBe("1");
  },
);

test.each([256, 3072])("%d dimensions from the large model", async (dimensions) => {
  const { body } = await embed({ model: LARGE_EMBEDDING_MODEL, input: "Hola", dimensions });
  expect(body.data[0]?.embedding).toHaveLength(dimensions);
});

test("dimensions do not change the cost", async () => {
  const whole = (await embed({ input: "the very same words" })).body.usage;
  expect((await embed({ input: "the very same words", dimensions: 16 })).body.usage).toEqual(whole);
});

test("tokens instead of text, one list or several", async () => {
  const one = (await embed({ input: [1, 2, 3] })).body;
  expect(one.data).toHaveLength(1);
  expect(one.usage.prompt_tokens).toBe(3);
  const several = (await embed({ input: [[1, 2, 3], [4]] })).body;
  expect(several.data).toHaveLength(2);
  expect(several.data[0]?.embedding).toEqual(one.data[0]?.embedding);
});

test("OpenAI's package, which requests base64 by itself", async () => {
  const openai = new OpenAI({ apiKey: harness().system.key, baseURL: `${harness().system.baseUrl}/v1`, maxRetries: 0 });
  const { data, usage } = await openai.embeddings.create({ model: EMBEDDING_MODEL, input: ["uno", "dos"] });
  expect(data).toHaveLength(2);
  expect(data[1]?.embedding).toHaveLength(1536);
  expect(usage.prompt_tokens).toBe(2);
});
