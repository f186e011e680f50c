import { ChatRequest, EmbeddingsRequest } from "@cenote/contracts";
import fc from "fast-check";
import { chat } from "../testing/scope";
import { CHAT_FIELDS_LEFT_OUT, chatKey, EMBEDDINGS_FIELDS_LEFT_OUT, embeddingsKey } from "./cache-key";

const keyOf = (request: ChatRequest) => chatKey(request, false).toString("base64");
const [message] = chat("m").messages;
if (message === undefined) throw new Error("a chat without a message");

/** Another value for every field. A new field of the call needs one here, and then is in the key or is listed. */
const CHAT_CHANGES: { readonly [Field in keyof Required<ChatRequest>]: ChatRequest[Field] } = {
  model: "other/model",
  messages: [{ ...message, name: "somebody" }],
  temperature: 0.5,
  topP: 0.5,
  maxTokens: 5,
  stop: ["end"],
  responseFormat: { type: "json_object", name: "", description: "", schemaJson: "" },
  tools: [{ name: "look", description: "", parametersJson: "" }],
  toolChoice: { mode: "none", name: "" },
  parallelToolCalls: false,
  seed: 7n,
  presencePenalty: 1,
  frequencyPenalty: 1,
  reasoningEffort: "low",
  verbosity: "low",
  reasoningSummary: true,
  logprobs: true,
  topLogprobs: 2,
  logitBias: { 5: 1 },
  user: "user-1",
  fallbackModels: ["other/model"],
  continueOnCut: true,
};

describe("the key of a chat", () => {
  const base = chat("test/plain");
  const fields = Object.keys(ChatRequest.decode(new Uint8Array())) as (keyof ChatRequest)[];

  test("knows of every field of the call", () => {
    expect(Object.keys(CHAT_CHANGES).sort()).toEqual([...fields].sort());
  });

  test.each(fields)("is another one with another %s, unless that field is listed", (field) => {
    const isSame = keyOf({ ...base, [field]: CHAT_CHANGES[field] }) === keyOf(base);
    expect(isSame).toBe(field in CHAT_FIELDS_LEFT_OUT);
  });

  test("is another one with zero than without a value", () => {
    expect(new Set([{}, { temperature: 0 }, { topP: 0 }, { seed: 0n }].map((one) => keyOf(chat("m", one)))).size).toBe(
      4,
    );
  });

  test("does not move text from one message, or field, into the next", () => {
    const said = (...texts: string[]) =>
      keyOf(
        chat("m", {
          messages: texts.map((value) => ({ ...message, content: [{ part: { $case: "text" as const, value } }] })),
        }),
      );
    expect(new Set([said("ab", "c"), said("a", "bc"), said("abc"), said("c", "ab")]).size).toBe(4);
    expect(keyOf(chat("ab", { stop: ["c"] }))).not.toBe(keyOf(chat("a", { stop: ["bc"] })));
  });

  test("does not depend on the order of fields and of biases, nor on absent and undefined", () => {
    const bias = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.double({ min: -100, max: 100, noNaN: true }),
    );
    fc.assert(
      fc.property(
        bias,
        fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined }),
        (of, temperature) => {
          const given = chat("m", { logitBias: of, temperature });
          const reversed = Object.fromEntries(Object.entries(given).reverse()) as unknown as ChatRequest;
          const again = { ...reversed, logitBias: Object.fromEntries(Object.entries(of).reverse()), seed: undefined };
          expect(keyOf(again)).toBe(keyOf(given));
        },
      ),
    );
  });

  test("is that of this request alone", () => {
    const request = fc.record({
      model: fc.constantFrom("a/b", "a/c"),
      stop: fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }),
      maxTokens: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      seed: fc.option(fc.bigInt({ min: 0n, max: 2n }), { nil: undefined }),
    });
    fc.assert(
      fc.property(request, request, (one, other) => {
        const [first, second] = [chat(one.model, one), chat(other.model, other)];
        const isSame = Buffer.from(ChatRequest.encode(first).finish()).equals(ChatRequest.encode(second).finish());
        expect(keyOf(first) === keyOf(second)).toBe(isSame);
      }),
    );
  });

  test("is another one while providers are simulated", () => {
    expect(chatKey(base, true)).not.toEqual(chatKey(base, false));
  });
});

describe("the key of embeddings", () => {
  const base: EmbeddingsRequest = { model: "m", input: [{ input: { $case: "text", value: "hello" } }] };
  const changes: { readonly [Field in keyof Required<EmbeddingsRequest>]: EmbeddingsRequest[Field] } = {
    model: "other",
    input: [{ input: { $case: "tokens", value: { tokens: [1] } } }],
    dimensions: 4,
    user: "user-1",
  };
  const fields = Object.keys(EmbeddingsRequest.decode(new Uint8Array())) as (keyof EmbeddingsRequest)[];

  test("knows of every field of the call", () => {
    expect(Object.keys(changes).sort()).toEqual([...fields].sort());
  });

  test.each(fields)("is another one with another %s, unless that field is listed", (field) => {
    const isSame = embeddingsKey({ ...base, [field]: changes[field] }, false).equals(embeddingsKey(base, false));
    expect(isSame).toBe(field in EMBEDDINGS_FIELDS_LEFT_OUT);
  });

  test("is never that of a chat", () => {
    expect(embeddingsKey({ model: "m", input: [] }, false)).not.toEqual(
      chatKey(ChatRequest.decode(ChatRequest.encode(chat("m", { messages: [] })).finish()), false),
    );
  });
});
