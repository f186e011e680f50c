import type { ChatModel } from "@cenote/catalog";
import type { ChatMessage, ChatRequest } from "@cenote/contracts";
import { testModel } from "@cenote/pricing/testing";
import { createTokenCounter } from "@cenote/providers";
import fc from "fast-check";
import { chat, context, createTestScope } from "../testing/scope";
import { prepareChat } from "./prepare";
import { quoteChat } from "./quote-chat";

const userMessage = (text: string): ChatMessage => {
  const [message] = chat("test/plain").messages;
  if (message === undefined) throw new Error("there is a message");
  return { ...message, content: [{ part: { $case: "text", value: text } }] };
};

/** Counts as the product does. */
const realCounter = createTokenCounter(Math.random);

const world = () => {
  const { scope: fakes, billing, client } = createTestScope();
  const scope = { ...fakes, counter: realCounter };
  const models = scope.catalog.current().models as Map<string, ChatModel>;
  const quote = async (request: ChatRequest, changes = {}) =>
    (await quoteChat(scope, { context: context(changes), chat: request })).quote;
  return { scope, billing, client, models, quote };
};

describe("the quote of a chat", () => {
  test("holds and charges nothing, and asks no provider", async () => {
    const { billing, client, quote } = world();
    expect(await quote(chat("test/plain"))).toMatchObject({ model: "test/plain", exact: false, mxnPerUsd: "20" });
    expect([billing.admitted, billing.settled, billing.released, client.calls]).toEqual([[], [], [], []]);
  });

  test("expects what the model usually generates, and at most all that it can", async () => {
    const { quote } = world();
    const quoted = await quote(chat("test/plain"));
    expect(quoted?.expected).toMatchObject({ model: "test/plain", completionTokens: 100 });
    expect(quoted?.maximum).toMatchObject({ model: "test/plain", completionTokens: 4096 });
  });

  test("expects as many tokens as the caller allows", async () => {
    const { quote } = world();
    const quoted = await quote(chat("test/plain", { maxTokens: 7 }));
    expect([quoted?.expected?.completionTokens, quoted?.maximum?.completionTokens]).toEqual([7, 7]);
  });

  test("has the dearest of the models that may answer as its maximum, and the one asked for as expected", async () => {
    const { models, quote } = world();
    const dear = testModel("", "chat", [
      ["input_token", "0.0001"],
      ["output_token", "0.01"],
    ]);
    models.set("dear", { ...(models.get("test/plain") as ChatModel), id: "dear", prices: dear.prices });
    const quoted = await quote(chat("test/plain", { fallbackModels: ["test/able", "dear"] }));
    expect([quoted?.model, quoted?.expected?.model, quoted?.maximum?.model]).toEqual([
      "test/plain",
      "test/plain",
      "dear",
    ]);
  });

  test("covers what a call with a budget has to hold, whatever its prompt is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", size: "large" }), { minLength: 1, maxLength: 5 }),
        fc.option(fc.integer({ min: 1, max: 4_096 }), { nil: undefined }),
        async (texts, maxTokens) => {
          const { scope, billing, quote } = world();
          const request = chat("test/plain", { maxTokens, messages: texts.map(userMessage) });
          const quoted = await quote(request);
          await prepareChat(scope, { context: context({ budgeted: true }), chat: request });
          const [input] = billing.admitted.at(-1)?.estimate ?? [];
          expect(quoted?.maximum?.promptTokens).toBe(Number(input?.quantity));
          expect(quoted?.maximum?.completionTokens).toBe(billing.admitted.at(-1)?.mostOutputTokens);
          expect(quoted?.expected?.promptTokens).toBeLessThanOrEqual(quoted?.maximum?.promptTokens ?? 0);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("of a file expects what its pages may have, and at most a whole window", async () => {
    const { models, quote } = world();
    models.set("reads", { ...(models.get("test/plain") as ChatModel), id: "reads", capabilities: new Set(["pdf"]) });
    const url = `data:application/pdf;base64,${Buffer.from("%PDF-1.4\n<< /Type /Page >>").toString("base64")}`;
    const withFile: ChatMessage = {
      ...userMessage(""),
      content: [{ part: { $case: "file", value: { url, name: "" } } }],
    };
    const quoted = await quote(chat("reads", { messages: [withFile] }));
    expect(quoted?.maximum?.promptTokens).toBe(128_000);
    expect(quoted?.expected?.promptTokens).toBeLessThan(10_000);
  });

  test.each<[string, Partial<ChatRequest>, object, object]>([
    ["more tokens than it generates", { maxTokens: 4_097 }, {}, { param: "max_tokens" }],
    ["a model that is not there", { model: "test/none" }, {}, { code: "model_not_found" }],
    ["a field that no route can honour", { reasoningEffort: "high" }, {}, { code: "invalid_request_error" }],
    ["zero data retention without a route for it", {}, { zdr: true }, { param: "zdr" }],
  ])("is refused as the call would be for %s", async (_what, changes, callContext, error) => {
    const { quote } = world();
    await expect(quote(chat("test/plain", changes), callContext)).rejects.toMatchObject(error);
  });
});
