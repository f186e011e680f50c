import fc from "fast-check";
import { quirksOf } from "./quirks";
import { toUsage, usageOf } from "./usage";

const quirks = (reasoningTokens?: string) =>
  quirksOf({
    provider: "p",
    baseUrl: "https://p.test/v1",
    model: "m",
    ...(reasoningTokens === undefined ? {} : { quirks: { reasoning_tokens: reasoningTokens } }),
  });
const NONE = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
const TEN = { prompt_tokens: 10, completion_tokens: 4 };

describe("usage, as each provider reports it", () => {
  test.each<[string, object, object]>([
    ["the plain counts", TEN, {}],
    ["what was read from a cache", { ...TEN, prompt_tokens_details: { cached_tokens: 6 } }, { cachedTokens: 6 }],
    ["that by Mistral's name of it", { ...TEN, prompt_token_details: { cached_tokens: 6 } }, { cachedTokens: 6 }],
    ["that by DeepSeek's", { ...TEN, prompt_cache_hit_tokens: 6 }, { cachedTokens: 6 }],
    ["that beside the counts", { ...TEN, num_cached_tokens: 6 }, { cachedTokens: 6 }],
    ["that by Moonshot's", { ...TEN, cached_tokens: 6 }, { cachedTokens: 6 }],
    [
      "that told twice, once as none",
      { ...TEN, prompt_tokens_details: { cached_tokens: 0 }, cached_tokens: 6 },
      { cachedTokens: 6 },
    ],
    ["more than there was", { ...TEN, cached_tokens: 60 }, { cachedTokens: 10 }],
    [
      "what was written to a cache",
      { ...TEN, prompt_tokens_details: { cache_write_tokens: 3 } },
      { cacheWriteTokens: 3 },
    ],
    ["that by Anthropic's name", { ...TEN, cache_creation_input_tokens: 3 }, { cacheWriteTokens: 3 }],
    [
      "both, of one prompt",
      { ...TEN, cached_tokens: 8, cache_creation_input_tokens: 8 },
      { cachedTokens: 8, cacheWriteTokens: 2 },
    ],
    ["what was thought", { ...TEN, completion_tokens_details: { reasoning_tokens: 3 } }, { reasoningTokens: 3 }],
    [
      "that beside the counts, more than was said: it was not counted with it",
      { ...TEN, reasoning_tokens: 7 },
      { reasoningTokens: 7, completionTokens: 7 },
    ],
    [
      "that beside what was said, by the total",
      { ...TEN, total_tokens: 17, reasoning_tokens: 3 },
      { reasoningTokens: 3, completionTokens: 7 },
    ],
    [
      "that in what was said, by the total",
      { ...TEN, total_tokens: 14, reasoning_tokens: 3 },
      { reasoningTokens: 3, completionTokens: 4 },
    ],
    ["no completion", { prompt_tokens: 10, completion_tokens: null }, { completionTokens: 0 }],
    [
      "counts that are none",
      { ...TEN, cached_tokens: -1, cache_creation_input_tokens: 1.5, reasoning_tokens: "3.0" },
      {},
    ],
    [
      "counts as text",
      { prompt_tokens: "10", completion_tokens: "4", cached_tokens: "6", reasoning_tokens: "3", total_tokens: "17" },
      { cachedTokens: 6, reasoningTokens: 3, completionTokens: 7 },
    ],
  ])("%s: %j", (_what, wire, due) => {
    expect(toUsage(wire, quirks())).toEqual({ ...NONE, promptTokens: 10, completionTokens: 4, ...due });
  });

  test.each([
    ["included", { ...TEN, total_tokens: 17, reasoning_tokens: 3 }, 4],
    ["separate", { ...TEN, reasoning_tokens: 3 }, 7],
    ["from_total", { ...TEN, total_tokens: 19 }, 9],
    ["from_total", { ...TEN, total_tokens: 3 }, 4],
    ["from_total", TEN, 4],
  ])("with thinking, if the catalog says how it is counted, %s: %j", (how, wire, completionTokens) => {
    expect(toUsage(wire, quirks(how))?.completionTokens).toBe(completionTokens);
  });

  test.each([
    null,
    undefined,
    "usage",
    {},
    { prompt_tokens: 0, completion_tokens: 0 },
    { prompt_tokens: null },
    { prompt_tokens: -1 },
    { prompt_tokens: "ten" },
    { prompt_tokens: "" },
  ])("is absent if not reported yet: %j", (wire) => {
    expect(toUsage(wire, quirks())).toBeUndefined();
  });

  test("is found wherever the provider puts it", () => {
    const due = { ...NONE, promptTokens: 10, completionTokens: 4 };
    expect(
      [
        { usage: TEN },
        { x_groq: { usage: TEN } },
        { choices: [{ usage: TEN }] },
        { usage: null, x_groq: { usage: TEN } },
      ].map((answer) => usageOf(answer, quirks())),
    ).toEqual([due, due, due, due]);
    expect([{}, { usage: null }, { choices: [] }].map((answer) => usageOf(answer, quirks()))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("never has more cached tokens than prompt tokens, nor more reasoning than answer", () => {
    const count = fc.oneof(fc.nat({ max: 50 }), fc.integer(), fc.constant(null), fc.double());
    const told = fc.record({
      prompt_tokens: fc.integer({ min: 1, max: 50 }),
      completion_tokens: count,
      cached_tokens: count,
      cache_creation_input_tokens: count,
      reasoning_tokens: count,
    });
    const counted = fc.constantFrom("auto", "included", "separate", "from_total");
    fc.assert(
      fc.property(told, counted, (wire, how) => {
        const usage = toUsage(wire, quirks(how)) ?? NONE;
        expect(Object.values(usage).every((tokens) => Number.isSafeInteger(tokens) && tokens >= 0)).toBe(true);
        expect(usage.cachedTokens + usage.cacheWriteTokens).toBeLessThanOrEqual(wire.prompt_tokens);
        expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.completionTokens);
      }),
    );
  });
});
