import type { QuoteUsageRequest, QuoteUsageResponse } from "@cenote/contracts";
import { quoteOf } from "./quote";

const EXPECTED = { model: "a/asked", usage: [], shown: { promptTokens: 7, completionTokens: 100 } };
const MAXIMUM = { model: "a/dearest", usage: [], shown: { promptTokens: 7, completionTokens: 900 } };
const CHEAP = { costUsd: "0.01", costNanoMxn: 200_000_000n };
const DEAR = { costUsd: "0.09", costNanoMxn: 1_800_000_000n };

/** Billing that answers with these costs. */
const billingOf = (costs: QuoteUsageResponse["costs"]) => {
  const asked: QuoteUsageRequest[] = [];
  const quoteUsage = async (request: QuoteUsageRequest): Promise<QuoteUsageResponse> => {
    asked.push(request);
    return { costs, rate: { mxnPerUsd: "20", source: "fixed", at: new Date(0) } };
  };
  return { asked, billing: { quoteUsage } };
};

describe("a quote", () => {
  test("shows what is expected and what is possible, each with its own model and its own cost", async () => {
    const { billing } = billingOf([CHEAP, DEAR]);
    expect(await quoteOf({ billing }, { model: "a/asked", expected: EXPECTED, maximum: MAXIMUM })).toEqual({
      model: "a/asked",
      expected: { model: "a/asked", promptTokens: 7, completionTokens: 100, ...CHEAP },
      maximum: { model: "a/dearest", promptTokens: 7, completionTokens: 900, ...DEAR },
      mxnPerUsd: "20",
      exact: false,
    });
  });

  test("has the dearest case, a prompt that is written to a cache, in its maximum alone", async () => {
    const { asked, billing } = billingOf([CHEAP, DEAR]);
    await quoteOf({ billing }, { model: "a/asked", expected: EXPECTED, maximum: MAXIMUM });
    expect(asked[0]?.usages.map(({ model, dearest }) => [model, dearest])).toEqual([
      ["a/asked", false],
      ["a/dearest", true],
    ]);
  });

  test("of a call whose usage is known asks for one price, and shows it as both", async () => {
    const { asked, billing } = billingOf([CHEAP]);
    const quote = await quoteOf({ billing }, { model: "a/asked", expected: EXPECTED });
    expect(asked[0]?.usages).toHaveLength(1);
    expect(quote).toMatchObject({ expected: CHEAP, maximum: { model: "a/asked", ...CHEAP }, exact: true });
  });
});
