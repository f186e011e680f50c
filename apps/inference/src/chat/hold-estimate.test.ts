import type { Model } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";
import { chat, context, createTestScope } from "../testing/scope";
import { estimateForHold } from "./hold-estimate";
import { prepareChat } from "./prepare";

const { scope, billing } = createTestScope();
const { models } = scope.catalog.current();

const priced = (id: string, input: string, output: string, rest: Partial<Model> = {}): Model => ({
  ...(models.get("test/plain") as Model), id, typicalOutputTokens: 100, maxOutputTokens: 1_000, ...rest,
  prices: [{ unit: "input_token", variant: "", usdEach: parseDecimal(input) }, { unit: "output_token", variant: "", usdEach: parseDecimal(output) }],
});
const free = priced("free", "0", "0");
const cheap = priced("cheap", "0.001", "0.002");
const dear = priced("dear", "0.0001", "0.01");

describe("what is held for a chat", () => {
  test("is the prompt and the caller's maximum, or what the model typically makes", () => {
    expect(estimateForHold([cheap], 50, 33)).toEqual({ model: cheap, promptTokens: 50, outputTokens: 33, mostOutputTokens: 33 });
    expect(estimateForHold([cheap], 50, undefined)).toEqual({ model: cheap, promptTokens: 50, outputTokens: 100, mostOutputTokens: 1_000 });
  });

  test("covers whichever of the caller's models answers", () => {
    expect(estimateForHold([free, cheap, dear], 50, undefined).model).toBe(dear);
    expect(estimateForHold([dear, cheap, free], 50, undefined).model).toBe(dear);
    expect(estimateForHold([free, cheap, dear], 10_000, 5).model).toBe(cheap);
  });

  test("is no more than any model makes", () => {
    expect(estimateForHold([cheap], 50, 5_000).outputTokens).toBe(1_000);
    expect(estimateForHold([priced("open", "1", "1", { maxOutputTokens: undefined })], 50, 2 ** 31 - 1).outputTokens).toBe(10_000_000);
  });

  test("is asked of billing at the price of the dearest model that may answer", async () => {
    (models as Map<string, Model>).set(dear.id, dear);
    await prepareChat(scope, { context: context(), chat: chat("test/plain", { fallbackModels: ["test/able", dear.id] }) });
    expect(billing.admitted).toMatchObject([{ model: dear.id }]);
  });
});
