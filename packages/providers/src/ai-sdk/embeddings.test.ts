import { answerWith, failureOf } from "../testing/client-harness";
import { PACKAGE, readRequest, sdkHarness } from "../testing/sdk-harness";
import { type UpstreamConnection, jsonAnswer } from "../testing/upstream";

const { setUp } = sdkHarness();

test("embeddings are in the order of the input, in single precision", async () => {
  const { embed, upstream } = await setUp(
    answerWith(
      jsonAnswer({
        object: "list",
        model: "m",
        data: [
          { index: 0, embedding: [1, 0.5] },
          { index: 1, embedding: [0, -2] },
        ],
        usage: { prompt_tokens: 6, total_tokens: 6 },
      }),
    ),
    PACKAGE,
  );
  const { vectors, promptTokens } = await embed({ input: ["a", "b"], dimensions: 2 });
  expect(vectors.map((vector) => [vector.readFloatLE(0), vector.readFloatLE(4)])).toEqual([
    [1, 0.5],
    [0, -2],
  ]);
  expect(promptTokens).toBe(6);
  expect(readRequest(upstream.requests[0] as UpstreamConnection).body).toMatchObject({
    model: "m",
    input: ["a", "b"],
    dimensions: 2,
  });
});

test.each([
  ["fewer than the inputs", [{ index: 0, embedding: [1] }]],
  [
    "no numbers",
    [
      { index: 0, embedding: ["a"] },
      { index: 1, embedding: [1] },
    ],
  ],
])("invalid embeddings are rejected: %s", async (_, data) => {
  const { embed } = await setUp(answerWith(jsonAnswer({ data, usage: { prompt_tokens: 1 } })), PACKAGE);
  expect(await failureOf(embed({ input: ["a", "b"] }))).toMatchObject({ kind: "malformed" });
});

test("token arrays instead of texts are rejected, naming the field", async () => {
  const { embed, upstream } = await setUp(() => {}, PACKAGE);
  expect(await failureOf(embed({ input: [[1, 2]] }))).toMatchObject({ kind: "invalid", param: "input" });
  expect(upstream.requests).toHaveLength(0);
});
