import { UsageUnit } from "@cenote/contracts";
import type { ChatUsage } from "@cenote/providers";
import fc from "fast-check";
import { chatUsageLines } from "./usage-lines";

const linesOf = (told: Partial<ChatUsage>) =>
  chatUsageLines({
    promptTokens: 100,
    completionTokens: 20,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    ...told,
  }).map(({ unit, quantity }) => [unit, quantity]);
const {
  USAGE_UNIT_INPUT_TOKEN: INPUT,
  USAGE_UNIT_OUTPUT_TOKEN: OUTPUT,
  USAGE_UNIT_CACHED_INPUT_TOKEN: CACHED,
  USAGE_UNIT_CACHE_WRITE_TOKEN: WRITTEN,
} = UsageUnit;

describe("the lines of a charge", () => {
  test("separate cache reads and cache writes, counting each token once", () => {
    expect(linesOf({})).toEqual([
      [INPUT, 100n],
      [OUTPUT, 20n],
    ]);
    expect(linesOf({ cachedTokens: 1 })).toEqual([
      [INPUT, 99n],
      [OUTPUT, 20n],
      [CACHED, 1n],
    ]);
    expect(linesOf({ cacheWriteTokens: 1 })).toEqual([
      [INPUT, 99n],
      [OUTPUT, 20n],
      [WRITTEN, 1n],
    ]);
    expect(linesOf({ cachedTokens: 60, cacheWriteTokens: 30, reasoningTokens: 15 })).toEqual([
      [INPUT, 10n],
      [OUTPUT, 20n],
      [CACHED, 60n],
      [WRITTEN, 30n],
    ]);
  });

  test("contain no more cached tokens than the prompt has", () => {
    expect(linesOf({ cachedTokens: 150, cacheWriteTokens: 50 })).toEqual([
      [INPUT, 0n],
      [OUTPUT, 20n],
      [CACHED, 100n],
    ]);
    expect(linesOf({ cachedTokens: 60, cacheWriteTokens: 50 })).toEqual([
      [INPUT, 0n],
      [OUTPUT, 20n],
      [CACHED, 60n],
      [WRITTEN, 40n],
    ]);
  });

  test("add up to the reported usage, whatever that is", () => {
    const count = fc.nat({ max: 1_000 });
    fc.assert(
      fc.property(count, count, count, count, (promptTokens, completionTokens, cachedTokens, cacheWriteTokens) => {
        const lines = linesOf({ promptTokens, completionTokens, cachedTokens, cacheWriteTokens });
        expect(lines.every(([, quantity]) => (quantity ?? -1n) >= 0n)).toBe(true);
        expect(lines.reduce((sum, [unit, quantity]) => (unit === OUTPUT ? sum : sum + BigInt(quantity ?? 0)), 0n)).toBe(
          BigInt(promptTokens),
        );
        expect(lines.find(([unit]) => unit === OUTPUT)?.[1]).toBe(BigInt(completionTokens));
      }),
    );
  });
});
