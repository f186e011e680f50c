import type { ChatModel } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";
import fc from "fast-check";
import { pesosOf, type UsageQuantity } from "./cost";
import { coveredTokens } from "./covered-tokens";
import { estimateForHold } from "./hold-estimate";
import { testModel } from "./testing/model";
import { pricedModel } from "./testing/priced";
import { usageToHold } from "./usage-to-hold";

/** Hundredths of a millionth of a dollar per token. Small whole numbers often produce equal prices. */
const price = fc.oneof(fc.nat(5), fc.nat(3_000_000));
const usd = (units: number): string => `0.${String(units).padStart(8, "0")}`;

interface Drawn {
  readonly input: number;
  readonly written: number | undefined;
  readonly output: number;
  readonly typicalOutputTokens: number;
  readonly maxOutputTokens: number | undefined;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  input: price,
  written: fc.option(price, { nil: undefined }),
  output: price,
  typicalOutputTokens: fc.nat(5_000),
  maxOutputTokens: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
});

const toModel = (
  { input, written, output, typicalOutputTokens, maxOutputTokens }: Drawn,
  index: number,
): ChatModel => ({
  ...testModel(`p/${index}`, "chat", [
    ["input_token", usd(input)],
    ["output_token", usd(output)],
    ...(written === undefined ? [] : [["cache_write_token", usd(written)] as const]),
  ]),
  typicalOutputTokens,
  maxOutputTokens,
});

interface Tokens {
  readonly promptTokens: number;
  readonly outputTokens: number;
}

const MXN_PER_USD = parseDecimal("17.4321");
const MARKUP = "1.05";

/** What billing holds, computed as admission does. */
const heldPesos = (model: ChatModel, isBudgeted: boolean, tokens: Tokens): bigint => {
  const prices = pricedModel(model, MARKUP);
  const estimate: UsageQuantity[] = [
    { unit: "input_token", quantity: BigInt(tokens.promptTokens), variant: "" },
    { unit: "output_token", quantity: BigInt(tokens.outputTokens), variant: "" },
  ];
  return pesosOf({ usage: usageToHold(estimate, prices, isBudgeted), prices, mxnPerUsd: MXN_PER_USD });
};

/** The same in whole units of price, computed independently. */
const heldUnits = ({ input, written = input, output }: Drawn, isBudgeted: boolean, tokens: Tokens): bigint =>
  BigInt(isBudgeted ? Math.max(input, written) : input) * BigInt(tokens.promptTokens) +
  BigInt(output) * BigInt(tokens.outputTokens);

const call = fc
  .record({
    rows: fc.array(drawn, { minLength: 1, maxLength: 4 }),
    promptTokens: fc.nat(300_000),
    maxTokens: fc.option(fc.nat(300_000), { nil: undefined }),
    isBudgeted: fc.boolean(),
  })
  .map(({ rows, promptTokens, maxTokens, isBudgeted }) => {
    const models = rows.map(toModel) as [ChatModel, ...ChatModel[]];
    const estimateOf = (model: ChatModel) => estimateForHold([model], promptTokens, maxTokens, isBudgeted);
    return { rows, models, isBudgeted, held: estimateForHold(models, promptTokens, maxTokens, isBudgeted), estimateOf };
  });

test("the model chosen for a hold is one that billing prices no lower than any other", () => {
  fc.assert(
    fc.property(call, ({ rows, models, isBudgeted, held, estimateOf }) => {
      const pesos = heldPesos(held.model, isBudgeted, held);
      const units = heldUnits(rows[models.indexOf(held.model)] as Drawn, isBudgeted, held);
      for (const [index, model] of models.entries()) {
        expect(heldPesos(model, isBudgeted, estimateOf(model)) <= pesos).toBe(true);
        expect(heldUnits(rows[index] as Drawn, isBudgeted, estimateOf(model)) <= units).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("the tokens of another model that a hold covers cost no more than the hold, and one more would", () => {
  fc.assert(
    fc.property(call, fc.nat(300_000), ({ rows, models, isBudgeted, held }, outputTokens) => {
      const covered = { held: held.model, promptTokens: held.promptTokens, outputTokens, isBudgeted };
      const units = heldUnits(rows[models.indexOf(held.model)] as Drawn, isBudgeted, covered);
      for (const [index, model] of models.entries()) {
        const tokens = coveredTokens(covered, model);
        const cost = (outputTokens: number) =>
          heldUnits(rows[index] as Drawn, isBudgeted, { promptTokens: held.promptTokens, outputTokens });
        if (tokens === 0) {
          expect(cost(1) > units || cost(0) >= units || outputTokens === 0).toBe(true);
          continue;
        }
        expect(
          heldPesos(model, isBudgeted, { ...held, outputTokens: tokens }) <= heldPesos(held.model, isBudgeted, covered),
        ).toBe(true);
        expect(cost(tokens) <= units).toBe(true);
        if (model !== held.model && tokens < 10_000_000) expect(cost(tokens + 1) > units).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("the chosen model has the tokens of the hold, even if they are free; others are limited to what any model can generate", () => {
  const [free, cheap, dear] = ["0", "0.00000001", "1"].map((each, index) =>
    testModel(`p/${index}`, "chat", [
      ["input_token", each],
      ["output_token", each],
    ]),
  ) as [ChatModel, ChatModel, ChatModel];
  const covered = { promptTokens: 1, outputTokens: 900, isBudgeted: false };
  expect(coveredTokens({ ...covered, held: free }, free)).toBe(900);
  expect(coveredTokens({ ...covered, held: dear }, cheap)).toBe(10_000_000);
});
