import { createMetrics } from "@cenote/runtime";
import { showRate } from "./fx-metrics";
import type { Fx } from "./pricing/fx";

test.each<[string, ReturnType<Fx["freshness"]>, string, string]>([
  ["a fresh one", { ageMs: 90_500, isStale: false }, "90.5", "0"],
  ["one that is too old", { ageMs: 400_000_000, isStale: true }, "400000", "1"],
  ["one that does not age", { ageMs: undefined, isStale: false }, "Nan", "0"],
  ["none", { ageMs: undefined, isStale: true }, "Nan", "1"],
])("each look at the metrics tells how old the rate is: %s", async (_what, freshness, age, stale) => {
  const metrics = createMetrics({ runtime: false });
  showRate({ metrics }, { freshness: () => freshness });
  const text = await metrics.render();
  expect(text).toContain(`\ncenote_fx_rate_age_seconds ${age}\n`);
  expect(text).toContain(`\ncenote_fx_rate_stale ${stale}\n`);
});
