import { CenoteError } from "@cenote/core";
import { countSettleFailures } from "./count-settle-failures";
import { createMetrics } from "./metrics";

test("each failed charge is counted by its outcome, and nothing else changes", async () => {
  const metrics = createMetrics({ runtime: false });
  const failures: unknown[] = [new CenoteError("overloaded"), new Error("a refused token"), undefined];
  const billing = {
    settle: (request: { readonly model: string }) => {
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(request.model) : Promise.reject(failure);
    },
    release: () => "as before",
  };
  const counted = countSettleFailures(billing, metrics);
  await expect(counted.settle({ model: "m" })).rejects.toMatchObject({ code: "overloaded" });
  await expect(counted.settle({ model: "m" })).rejects.toThrow("a refused token");
  expect(await counted.settle({ model: "m" })).toBe("m");
  expect(counted.release()).toBe("as before");
  const text = await metrics.render();
  expect(text).toContain('cenote_settle_failures_total{outcome="overloaded"} 1');
  expect(text).toContain('cenote_settle_failures_total{outcome="internal_error"} 1');
});
