import { CenoteError } from "@cenote/core";
import { SAMPLE_ORGANIZATION_ID, sampleEmbeddings, sampleInfo, sampleVectors } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/embeddings";
const MODEL = "openai/text-embedding-3-small";
const body = { model: MODEL, input: ["a", "b"] };

interface Embeddings {
  readonly data: readonly { readonly index: number; readonly embedding: number[] | string }[];
}

describe("POST /v1/embeddings", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it("returns the contract's list, in the order of the input", async () => {
    const response = await running.post(PATH, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      object: "list",
      model: MODEL,
      data: sampleVectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
      usage: { prompt_tokens: 5, total_tokens: 5, cost_usd: 0.000_000_105, cost_mxn: 0.000_002_1 },
    });
    expect(response.headers.get("x-gateway-attempts")).toBe("1");
  });

  it("writes numbers in the digits the provider gave, without those that single precision adds", async () => {
    const vector = [0.1, -0.002_306_425_5, 0.3];
    const other = await startGateway({
      inference: {
        createEmbeddings: () =>
          Promise.resolve({ ...sampleEmbeddings, data: [{ vector: Buffer.from(new Float32Array(vector).buffer) }] }),
      },
    });
    const { data } = (await (await other.post(PATH, body)).json()) as Embeddings;
    expect(data).toEqual([{ object: "embedding", index: 0, embedding: vector }]);
    await other.gateway.close(0);
  });

  it("repeats an answer that was stored by an earlier version in the digits of then", async () => {
    const other = await startGateway({
      inference: {
        createEmbeddings: () =>
          Promise.resolve({
            ...sampleEmbeddings,
            data: [{ vector: Buffer.from(new Float32Array([0.1]).buffer) }],
            info: { ...sampleInfo, edition: 3 },
          }),
      },
    });
    expect(await (await other.post(PATH, body)).text()).toContain('"embedding":[0.10000000149011612]');
    await other.gateway.close(0);
  });

  it("returns base64 that decodes to the same vectors", async () => {
    const { data } = (await (await running.post(PATH, { ...body, encoding_format: "base64" })).json()) as Embeddings;
    const decoded = data.map(({ embedding }) => [
      ...new Float32Array(Uint8Array.from(Buffer.from(String(embedding), "base64")).buffer),
    ]);
    expect(decoded).toEqual(sampleVectors);
  });

  it("reads a vector at any alignment in memory", async () => {
    const unaligned = (vector: readonly number[]) =>
      Buffer.concat([Buffer.from([0]), Buffer.from(new Float32Array(vector).buffer)]).subarray(1);
    const other = await startGateway({
      inference: {
        createEmbeddings: () =>
          Promise.resolve({
            ...sampleEmbeddings,
            data: sampleVectors.map((vector) => ({ vector: unaligned(vector) })),
          }),
      },
    });
    const { data } = (await (await other.post(PATH, body)).json()) as Embeddings;
    expect(data.map(({ embedding }) => embedding)).toEqual(sampleVectors);
    await other.gateway.close(0);
  });

  const text = (value: string) => ({ input: { $case: "text", value } });
  const tokens = (...value: number[]) => ({ input: { $case: "tokens", value: { tokens: value } } });

  it.each([
    ["a text", "a", [text("a")]],
    ["texts", ["a", "b"], [text("a"), text("b")]],
    ["an array of tokens", [1, 2, 4_294_967_295], [tokens(1, 2, 4_294_967_295)]],
    ["arrays of tokens", [[1, 2], [3]], [tokens(1, 2), tokens(3)]],
  ])("accepts %s", async (_what, input, expected) => {
    const before = running.inference.calls.length;
    expect((await running.post(PATH, { model: MODEL, input, dimensions: 256, user: "u", zdr: true })).status).toBe(200);
    expect(running.inference.calls[before]).toEqual({
      context: {
        requestId: expect.stringMatching(/^req_/),
        organizationId: SAMPLE_ORGANIZATION_ID,
        keyId: "key_1",
        zdr: true,
        idempotencyKey: "",
      },
      embeddings: { model: MODEL, input: expected, dimensions: 256, user: "u" },
    });
  });

  it("accepts as many inputs as the contract says", async () => {
    expect((await running.post(PATH, { model: MODEL, input: Array.from({ length: 2048 }, () => "a") })).status).toBe(
      200,
    );
  });

  it("accepts more tokens than other bodies may have values, to ask the price of, too", async () => {
    const input = Array.from({ length: 1_000_002 }, () => 1);
    for (const path of [PATH, `${PATH}/quote`])
      expect((await running.post(path, { model: MODEL, input })).status).toBe(200);
    const elsewhere = await running.post("/v1/chat/completions", { ...body, input });
    expect(await elsewhere.json()).toMatchObject({
      error: { code: "invalid_request_error", message: "body: more than 1000000 commas between values." },
    });
  });

  it("treats null as absent", async () => {
    expect(
      (await running.post(PATH, { ...body, dimensions: null, encoding_format: null, user: null, zdr: null })).status,
    ).toBe(200);
  });

  const SHAPES =
    "must be a string, or an array of 1 to 2048 items, each item a string, or an array of at least 1 item, each item an integer from 0 to 4294967295, or an array of 1 to 2048 items, each item an array of at least 1 item, each item an integer from 0 to 4294967295";

  it.each<[string, object, string, string]>([
    ["no input", { input: undefined }, "input", "required"],
    ["a number", { input: 5 }, "input", SHAPES],
    ["a mixed array", { input: ["a", 1] }, "input", SHAPES],
    ["nothing", { input: [] }, "input", "must be an array of 1 to 2048 items"],
    ["an empty text", { input: "" }, "input", "must not be empty"],
    ["an empty text among others", { input: ["a", ""] }, "input[1]", "must not be empty"],
    [
      "too many inputs",
      { input: Array.from({ length: 2049 }, () => "a") },
      "input",
      "must be an array of 1 to 2048 items",
    ],
    [
      "too many arrays of tokens",
      { input: Array.from({ length: 2049 }, () => [1]) },
      "input",
      "must be an array of 1 to 2048 items",
    ],
    ["no dimensions", { dimensions: 0 }, "dimensions", "must be an integer from 1 to 65536"],
    ["another encoding", { encoding_format: "hex" }, "encoding_format", "must be one of float, base64"],
  ])("rejects %s", async (_what, more, param, rule) => {
    const response = await running.post(PATH, { ...body, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "invalid_request_error", param, message: `${param}: ${rule}.` },
    });
  });

  it("passes on errors from inference", async () => {
    const other = await startGateway({
      inference: { createEmbeddings: () => Promise.reject(new CenoteError("model_not_found")) },
    });
    expect((await other.post(PATH, body)).status).toBe(404);
    await other.gateway.close(0);
  });
});
