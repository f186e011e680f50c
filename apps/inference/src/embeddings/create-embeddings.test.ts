import { type EmbeddingsRequest, UsageUnit } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { type CountedFor, ProviderError } from "@cenote/providers";
import { context, createTestScope } from "../testing/scope";
import { createEmbeddings } from "./create-embeddings";

const never = new AbortController().signal;
const request = (options: Partial<EmbeddingsRequest> = {}) => ({
  context: context(),
  embeddings: {
    model: "test/embedding",
    input: [
      { input: { $case: "text" as const, value: "two words" } },
      { input: { $case: "tokens" as const, value: { tokens: [1, 2, 3] } } },
    ],
    ...options,
  },
});
const vector = Buffer.from(new Float32Array([1, 2]).buffer);

describe("embeddings", () => {
  test("returns one vector per input, in order, charged by the provider's count", async () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [{ vectors: [vector, vector], promptTokens: 6 }];
    const response = await createEmbeddings(scope, request(), never);
    expect(response).toMatchObject({
      model: "test/embedding",
      usage: { promptTokens: 6, totalTokens: 6, costNanoMxn: 6n },
    });
    expect(response.data.map((row) => row.vector)).toEqual([vector, vector]);
    expect(billing.settled[0]?.usage).toEqual([{ unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 6n, variant: "" }]);
    expect(client.calls[0]?.call).toMatchObject({ input: ["two words", [1, 2, 3]] });
  });

  test.each<[string, Partial<EmbeddingsRequest>]>([
    ["input[0]", { input: [{ input: { $case: "text", value: "" } }] }],
    [
      "input[1]",
      { input: [{ input: { $case: "text", value: "a" } }, { input: { $case: "tokens", value: { tokens: [] } } }] },
    ],
    ["dimensions", { dimensions: 0 }],
  ])("what no provider takes is refused before one is asked: %s", async (param, wrong) => {
    const { scope, client } = createTestScope();
    const refused = createEmbeddings(scope, request(wrong), never);
    await expect(refused).rejects.toMatchObject({ code: "invalid_request_error", param });
    expect(client.calls).toHaveLength(0);
  });

  test("is counted by us if the provider reports nothing: words of text, length of token arrays", async () => {
    const { scope, client } = createTestScope();
    client.embeddings.vectors = [{ vectors: [vector, vector] }];
    expect((await createEmbeddings(scope, request(), never)).usage).toMatchObject({ promptTokens: 5 });
  });

  test("a caller who leaves just as the provider finishes pays for the vectors", async () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [{ vectors: [vector, vector], promptTokens: 6 }];
    const caller = new AbortController();
    const pending = createEmbeddings(scope, request(), caller.signal);
    while (client.calls.length === 0) await Promise.resolve();
    caller.abort();
    await pending;
    expect(billing.settled).toMatchObject([{ requiresHold: true, record: { outcome: "cancelled" } }]);
    expect(billing.released).toHaveLength(0);
  });

  test("many texts are counted together and in turns, so that counting takes no longer than for one", async () => {
    const { scope, client } = createTestScope();
    client.embeddings.vectors = [{ vectors: [vector, vector, vector] }];
    const counted: unknown[] = [];
    const counter = {
      ...scope.counter,
      countTextsInTurns: (of: CountedFor, texts: readonly string[]) => {
        counted.push([of, texts]);
        return Promise.resolve(40);
      },
    };
    const input = ["one", "two"].map((value) => ({ input: { $case: "text" as const, value } }));
    const { usage } = await createEmbeddings(
      { ...scope, counter },
      request({ input: [...input, { input: { $case: "tokens", value: { tokens: [7, 8] } } }] }),
      never,
    );
    expect(counted).toEqual([[expect.objectContaining({ isDelivered: true }), ["one", "two"]]]);
    expect(usage).toMatchObject({ promptTokens: 42 });
  });

  test("a model whose provider has no key is refused by the provider's name, before money", async () => {
    const { scope, billing } = createTestScope();
    await expect(createEmbeddings(scope, request({ model: "test/keyless-embedding" }), never)).rejects.toMatchObject({
      code: "model_not_found",
      message: expect.stringMatching(/This gateway has no key for keyless\./),
    });
    expect(billing.admitted).toHaveLength(0);
  });

  test("an input that only seems larger than the limit of tokens is counted, and admitted by its count", async () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [{ vectors: [], promptTokens: 5 }];
    billing.refuse.admit = [
      new CenoteError("rate_limit_exceeded", "This call alone may use more.", {
        retryable: false,
        rateLimits: {
          requestsLimit: 9,
          requestsRemaining: 9,
          requestsResetMs: 0,
          tokensLimit: 5,
          tokensRemaining: 0,
          tokensResetMs: 0,
        },
      }),
    ];
    const counter = { ...scope.counter, estimateText: () => 9, countTextsInTurns: () => Promise.resolve(2) };
    await createEmbeddings({ ...scope, counter }, request(), never);
    expect(billing.admitted).toMatchObject([{ expectedTokens: 5 }]);
  });

  test("a failure releases the hold", async () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [new ProviderError({ kind: "malformed", message: "1 vector for 2 inputs" })];
    await expect(createEmbeddings(scope, request(), never)).rejects.toMatchObject({
      code: "provider_unavailable",
      message: "1 vector for 2 inputs",
      rateLimits: { requestsRemaining: 599 },
    });
    expect(billing.released).toHaveLength(1);
    expect(billing.settled).toHaveLength(0);
  });

  test("an input too long for the provider is an error of the field, in the provider's words, and free", async () => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [
      new ProviderError({ kind: "context_length", message: "Too many tokens in batch.", status: 400 }),
    ];
    await expect(createEmbeddings(scope, request(), never)).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "input",
      message: "input: Too many tokens in batch.",
    });
    expect(billing.released).toHaveLength(1);
  });

  test.each([
    [{ dimensions: 1 }, { code: "invalid_request_error", param: "dimensions", message: "dimensions: Too few." }],
    [{}, { code: "provider_unavailable", message: "Too few." }],
  ])("a refusal that names the dimensions is a 400 if the caller set them: %j", async (given, expected) => {
    const { scope, billing, client } = createTestScope();
    client.embeddings.vectors = [
      new ProviderError({ kind: "rejected", message: "Too few.", status: 400, fields: ["dimensions"] }),
    ];
    await expect(createEmbeddings(scope, request(given), never)).rejects.toMatchObject(expected);
    expect(billing.released).toHaveLength(1);
  });

  test.each([
    ["no input", { input: [] }, "input"],
    [
      "2049 inputs",
      { input: Array.from({ length: 2049 }, () => ({ input: { $case: "text" as const, value: "x" } })) },
      "input",
    ],
    ["more dimensions than the model has", { dimensions: 9 }, "dimensions"],
    ["a chat model", { model: "test/plain" }, "model"],
  ])("%s is rejected before billing and provider are called", async (_what, options, param) => {
    const { scope, billing } = createTestScope();
    await expect(createEmbeddings(scope, request(options), never)).rejects.toMatchObject({
      code: "invalid_request_error",
      param,
    });
    expect(billing.admitted).toHaveLength(0);
  });
});
