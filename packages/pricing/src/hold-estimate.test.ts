import type { ChatModel } from "@cenote/catalog";
import { cheapestPrompt, estimateForHold } from "./hold-estimate";
import { testModel } from "./testing/model";

const priced = (id: string, input: string, output: string, rest: Partial<ChatModel> = {}): ChatModel => ({
  ...testModel(id, "chat", [
    ["input_token", input],
    ["output_token", output],
  ]),
  typicalOutputTokens: 100,
  maxOutputTokens: 1_000,
  ...rest,
});
const free = priced("free", "0", "0");
const cheap = priced("cheap", "0.001", "0.002");
const dear = priced("dear", "0.0001", "0.01");

describe("the hold for a chat", () => {
  test("covers the prompt and the caller's maximum, or the model's typical output", () => {
    expect(estimateForHold([cheap], 50, 33, false)).toEqual({
      model: cheap,
      promptTokens: 50,
      outputTokens: 33,
      mostOutputTokens: 33,
    });
    expect(estimateForHold([cheap], 50, undefined, false)).toEqual({
      model: cheap,
      promptTokens: 50,
      outputTokens: 100,
      mostOutputTokens: 1_000,
    });
  });

  test("covers whichever of the caller's models answers", () => {
    expect(estimateForHold([free, cheap, dear], 50, undefined, false).model).toBe(dear);
    expect(estimateForHold([dear, cheap, free], 50, undefined, false).model).toBe(dear);
    expect(estimateForHold([free, cheap, dear], 10_000, 5, false).model).toBe(cheap);
  });

  test("is limited to what any model can generate", () => {
    expect(estimateForHold([cheap], 50, 5_000, false).outputTokens).toBe(1_000);
    expect(
      estimateForHold([priced("open", "1", "1", { maxOutputTokens: undefined })], 50, 2 ** 31 - 1, false).outputTokens,
    ).toBe(10_000_000);
  });

  test("includes cache writes of the prompt only if a budget pays", () => {
    const written = {
      ...free,
      id: "written",
      prices: testModel("", "chat", [
        ["input_token", "0.0001"],
        ["cache_write_token", "0.1"],
        ["output_token", "0.0001"],
      ]).prices,
    };
    expect(
      [true, false].map((isBudgeted) => estimateForHold([cheap, written], 50, undefined, isBudgeted).model.id),
    ).toEqual(["written", "cheap"]);
  });
});

describe("the model whose prompt costs the least", () => {
  test("is found by the price of input alone, wherever it stands", () => {
    for (const models of [
      [cheap, dear],
      [dear, cheap],
      [dear, cheap, dear],
    ] as const)
      expect(cheapestPrompt([...models], 50)).toBe(dear);
    expect(cheapestPrompt([cheap], 50)).toBe(cheap);
  });

  test("is the first of several that cost the same, as all do for no prompt", () => {
    expect(cheapestPrompt([cheap, dear, free], 0)).toBe(cheap);
  });

  test("counts what a budget holds: a prompt that may be written to the provider's cache", () => {
    const written = testModel("written", "chat", [
      ["input_token", "0.0001"],
      ["cache_write_token", "0.1"],
      ["output_token", "0.0001"],
    ]);
    expect(cheapestPrompt([written, cheap], 50)).toBe(cheap);
  });
});
