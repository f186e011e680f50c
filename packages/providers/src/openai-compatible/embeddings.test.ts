import fc from "fast-check";
import type { EmbeddingsCall } from "../spec";
import type { Target } from "../target";
import { openAiCompatible } from "./adapter";
import { fromEmbeddingsAnswer, toEmbeddingsRequest } from "./embeddings";

const target: Target = { provider: "p", baseUrl: "https://p.test/v1", apiKey: "k", model: "e" };
const bodyOf = (call: EmbeddingsCall, to: Target = target) =>
  JSON.parse(toEmbeddingsRequest(call, to).body ?? "") as unknown;

const floats = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
};
/** Shape of OpenAI's embeddings reference. */
const answer = (...embeddings: readonly unknown[]) => ({
  object: "list",
  model: "e",
  usage: { prompt_tokens: 8, total_tokens: 8 },
  data: embeddings.map((embedding, index): { object: string; index: number; embedding: unknown } => ({
    object: "embedding",
    index,
    embedding,
  })),
});
const call = (inputs: number, dimensions?: number): EmbeddingsCall => ({
  input: Array.from({ length: inputs }, () => "x"),
  ...(dimensions === undefined ? {} : { dimensions }),
});

describe("an embeddings request", () => {
  test("asks for base64", () => {
    expect(toEmbeddingsRequest(call(1), target).url).toBe("https://p.test/v1/embeddings");
    expect(bodyOf({ input: ["a", "b"], dimensions: 256, user: "u" })).toEqual({
      model: "e",
      input: ["a", "b"],
      encoding_format: "base64",
      dimensions: 256,
      user: "u",
    });
  });

  test("does not if the provider lacks it, and uses the provider's name for dimensions", () => {
    expect(
      bodyOf(
        { input: ["a"], dimensions: 2 },
        { ...target, quirks: { embeddings_base64: false, dimensions_field: "output_dimension" } },
      ),
    ).toEqual({ model: "e", input: ["a"], output_dimension: 2 });
  });

  test("has no dimensions if the model does not support them", () => {
    const fixed: Target = { ...target, quirks: { dimensions_field: "none" } };
    expect(() => toEmbeddingsRequest({ input: ["a"], dimensions: 256 }, fixed)).toThrow(
      expect.objectContaining({ kind: "invalid", param: "dimensions" }),
    );
    expect(bodyOf({ input: ["a"] }, fixed)).not.toHaveProperty("dimensions");
  });

  test("has fewer inputs if vectors come as numbers, unless the catalog says how many", () => {
    const maxInputs = (quirks?: object) =>
      openAiCompatible.embeddings?.maxInputs?.({
        ...target,
        ...(quirks === undefined ? {} : { quirks: { ...quirks } }),
      });
    expect(maxInputs()).toBeUndefined();
    expect(maxInputs({ embeddings_base64: false })).toBe(64);
    expect(maxInputs({ embeddings_base64: false, max_inputs: 500 })).toBe(500);
    expect(maxInputs({ max_inputs: 3 })).toBe(3);
  });

  test("accepts token arrays, but not mixed with texts", () => {
    expect(bodyOf({ input: [[1, 2], [3]] })).toMatchObject({ input: [[1, 2], [3]] });
    expect(() => toEmbeddingsRequest({ input: ["a", [1]] }, target)).toThrow(
      expect.objectContaining({ kind: "invalid", param: "input" }),
    );
  });
});

describe("an embeddings answer", () => {
  test("has the same single-precision values from base64 and from numbers", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 40, size: "max" }),
        (values) => {
          const due = floats(...values);
          expect(fromEmbeddingsAnswer(answer(due.toString("base64")), call(1)).vectors).toEqual([due]);
          expect(fromEmbeddingsAnswer(answer(values), call(1)).vectors).toEqual([due]);
        },
      ),
    );
  });

  test("with values JSON can't represent is malformed, in base64 and as numbers", () => {
    for (const bad of [Infinity, -Infinity, NaN]) {
      expect(() => fromEmbeddingsAnswer(answer(floats(1, bad).toString("base64")), call(1))).toThrow(
        expect.objectContaining({ kind: "malformed" }),
      );
    }
    expect(() => fromEmbeddingsAnswer(answer([1, 1e39]), call(1))).toThrow(
      expect.objectContaining({ kind: "malformed" }),
    );
  });

  test("is sorted into the order of the input", () => {
    const { data, ...rest } = answer([1], [2], [3]);
    expect(fromEmbeddingsAnswer({ ...rest, data: data.toReversed() }, call(3))).toEqual({
      vectors: [floats(1), floats(2), floats(3)],
      promptTokens: 8,
    });
  });

  test("without indexes is in order already", () => {
    expect(fromEmbeddingsAnswer({ data: [{ embedding: [1] }, { embedding: [2] }] }, call(2))).toEqual({
      vectors: [floats(1), floats(2)],
    });
  });

  test("reports tokens wherever the provider puts them", () => {
    expect(fromEmbeddingsAnswer({ data: [{ embedding: [1] }], usage: { total_tokens: 5 } }, call(1)).promptTokens).toBe(
      5,
    );
    expect(
      fromEmbeddingsAnswer({ data: [{ embedding: [1] }], usage: { prompt_tokens: 0 } }, call(1)).promptTokens,
    ).toBeUndefined();
  });

  test.each<[string, unknown, EmbeddingsCall]>([
    ["too few", answer([1]), call(2)],
    ["too many", answer([1], [2]), call(1)],
    [
      "a number twice",
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [2] },
        ],
      },
      call(2),
    ],
    ["a number out of range", { data: [{ index: 1, embedding: [1] }] }, call(1)],
    ["a number that is none", { data: [{ index: "length", embedding: [1] }] }, call(1)],
    ["other dimensions than asked for", answer([1, 2, 3]), call(1, 2)],
    ["vectors of different lengths", answer([1, 2], [1]), call(2)],
    ["empty vectors", answer([]), call(1)],
    ["no base64", answer("!!!!"), call(1)],
    ["half a float", answer("AAAA"), call(1)],
    ["a vector of words", answer(["1"]), call(1)],
    ["null", answer(null), call(1)],
    ["no data", { object: "list" }, call(1)],
    ["nothing", null, call(1)],
  ])("with %s is malformed", (_, body, asked) => {
    expect(() => fromEmbeddingsAnswer(body, asked)).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test("that is an error is the provider's error", () => {
    expect(() => fromEmbeddingsAnswer({ error: { message: "Bad key", code: "invalid_api_key" } }, call(1))).toThrow(
      expect.objectContaining({ kind: "credentials", message: "Bad key" }),
    );
  });
});
