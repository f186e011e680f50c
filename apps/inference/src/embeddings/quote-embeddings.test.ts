import type { EmbeddingInput } from "@cenote/contracts";
import { createTokenCounter } from "@cenote/providers";
import { context, createTestScope } from "../testing/scope";
import { createEmbeddings } from "./create-embeddings";
import { quoteEmbeddings } from "./quote-embeddings";

/** Counts as the product does. */
const counter = createTokenCounter(Math.random);

const text = (value: string): EmbeddingInput => ({ input: { $case: "text", value } });
const tokens = (...given: number[]): EmbeddingInput => ({ input: { $case: "tokens", value: { tokens: given } } });

test("the quote of an embeddings call counts texts and given tokens, and asks neither the ledger nor a provider", async () => {
  const { scope: fakes, billing, client } = createTestScope();
  const scope = { ...fakes, counter };
  const embeddings = { model: "test/embedding", input: [text("Hola, ¿qué tal?"), tokens(1, 2, 3)] };
  const { quote } = await quoteEmbeddings(scope, { context: context(), embeddings });
  const counted = 3 + counter.countText("Hola, ¿qué tal?");
  expect(quote).toMatchObject({
    model: "test/embedding",
    exact: false,
    expected: { promptTokens: counted, costNanoMxn: BigInt(counted) },
  });
  expect(quote?.expected?.completionTokens).toBeUndefined();
  expect([billing.admitted, client.calls]).toEqual([[], []]);

  client.embeddings.vectors = [{ vectors: [Buffer.alloc(8), Buffer.alloc(8)] }];
  await createEmbeddings(scope, { context: context({ budgeted: true }), embeddings }, new AbortController().signal);
  expect(BigInt(quote?.maximum?.promptTokens ?? 0)).toBe(billing.admitted[0]?.estimate[0]?.quantity);
});

test("is refused as the call would be", async () => {
  const { scope } = createTestScope();
  const ask = (embeddings: Parameters<typeof quoteEmbeddings>[1]["embeddings"]) =>
    quoteEmbeddings(scope, { context: context(), embeddings });
  await expect(ask({ model: "test/none", input: [text("x")] })).rejects.toMatchObject({ code: "model_not_found" });
  await expect(ask({ model: "test/embedding", input: [] })).rejects.toMatchObject({ param: "input" });
  await expect(ask({ model: "test/embedding", input: [text("x")], dimensions: 9 })).rejects.toMatchObject({
    param: "dimensions",
  });
});
