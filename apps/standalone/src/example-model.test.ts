import type { Catalog } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";
import { exampleModel } from "./example-model";

interface Row {
  readonly type?: string;
  readonly provider: string;
  readonly usd: readonly [string, string];
}

const catalogOf = (usable: readonly string[], rows: Readonly<Record<string, Row>>): Catalog =>
  ({
    providers: new Map(["a", "b"].map((name) => [name, { name, usable: usable.includes(name) }])),
    models: new Map(
      Object.entries(rows).map(
        ([
          id,
          {
            type = "chat",
            provider,
            usd: [input, output],
          },
        ]) => [
          id,
          {
            id,
            type,
            routes: [{ provider }],
            prices: [
              { unit: "input_token", usdEach: parseDecimal(input) },
              { unit: "cached_input_token", usdEach: parseDecimal("9") },
              { unit: "output_token", usdEach: parseDecimal(output) },
            ],
          },
        ],
      ),
    ),
  }) as unknown as Catalog;

const ROWS = {
  "a/dear": { provider: "a", usd: ["2", "10"] },
  "a/cheap": { provider: "a", usd: ["0.15", "0.6"] },
  "a/same": { provider: "a", usd: ["0.25", "0.5"] },
  "b/cheapest": { provider: "b", usd: ["0.1", "0.1"] },
  "b/embedding": { type: "embedding", provider: "b", usd: ["0.01", "0"] },
} as const;

test("the example is the cheapest usable chat model", () => {
  expect(exampleModel(catalogOf(["a", "b"], ROWS), false)).toBe("b/cheapest");
  expect(exampleModel(catalogOf(["a"], ROWS), false)).toBe("a/cheap");
  expect(exampleModel(catalogOf([], ROWS), false)).toBeUndefined();
});

test("and, if providers are simulated, the cheapest of all", () => {
  expect(exampleModel(catalogOf([], ROWS), true)).toBe("b/cheapest");
});
