import type { EmbeddingsCall } from "../spec";
import type { Target } from "../target";
import { fromEmbeddingsAnswer, toEmbeddingsRequest } from "./embeddings";

const target: Target = { provider: "p", baseUrl: "https://g.test", apiKey: "k", model: "gemini-embedding-001" };
const call = (inputs: number, dimensions?: number): EmbeddingsCall => ({
  input: Array.from({ length: inputs }, (_, i) => `t${i}`),
  ...(dimensions === undefined ? {} : { dimensions }),
});
const answer = (...values: readonly unknown[]) => ({ embeddings: values.map((one) => ({ values: one })) });
const floats = (vector: Buffer | undefined): number[] =>
  Array.from({ length: (vector?.length ?? 0) / 4 }, (_, i) => vector!.readFloatLE(i * 4));

describe("an embeddings request to Google", () => {
  test("is a batch, each input with its model and dimensions", () => {
    const { url, headers, body } = toEmbeddingsRequest(call(2, 256), target);
    expect(url).toBe("https://g.test/v1beta/models/gemini-embedding-001:batchEmbedContents");
    expect(headers).toMatchObject({ "x-goog-api-key": "k" });
    expect(JSON.parse(body ?? "")).toEqual({
      requests: ["t0", "t1"].map((text) => ({
        model: "models/gemini-embedding-001",
        content: { parts: [{ text }] },
        outputDimensionality: 256,
      })),
    });
  });

  test("rejects token arrays", () => {
    expect(() => toEmbeddingsRequest({ input: [[1, 2]] }, target)).toThrow(
      expect.objectContaining({ kind: "invalid", param: "input" }),
    );
  });
});

describe("an embeddings answer of Google", () => {
  test("is in the order of the input", () => {
    const { vectors, promptTokens } = fromEmbeddingsAnswer(answer([3, 4], [0.5, -1]), call(2));
    expect(vectors.map(floats)).toEqual([
      [3, 4],
      [0.5, -1],
    ]);
    expect(promptTokens).toBeUndefined();
  });

  test("of fewer dimensions is normalized to length 1", () => {
    const { vectors } = fromEmbeddingsAnswer(answer([0.3, 0.4], [0, 0]), call(2, 2));
    expect(floats(vectors[0])).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)]);
    expect(floats(vectors[1])).toEqual([0, 0]);
  });

  test("reports tokens if the model does", () => {
    expect(fromEmbeddingsAnswer({ ...answer([1]), usageMetadata: { promptTokenCount: 7 } }, call(1)).promptTokens).toBe(
      7,
    );
  });

  test.each<[string, unknown, EmbeddingsCall]>([
    ["too few", answer([1]), call(2)],
    ["words", answer(["1"]), call(1)],
    ["no values", answer(null), call(1)],
    ["a null", { embeddings: [null] }, call(1)],
    ["no list", {}, call(1)],
    ["nothing", null, call(1)],
  ])("with %s is malformed", (_, body, asked) => {
    expect(() => fromEmbeddingsAnswer(body, asked)).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test("that is an error is the provider's error", () => {
    expect(() =>
      fromEmbeddingsAnswer({ error: { code: 429, message: "slow", status: "RESOURCE_EXHAUSTED" } }, call(1)),
    ).toThrow(expect.objectContaining({ kind: "rate_limited", message: "slow" }));
  });
});
