import type { BillingService, ReleaseResponse, SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { countSettleFailures } from "./count-settle-failures";

const charge: SettleRequest = { context: undefined, model: "m", usage: [], record: undefined, requiresHold: false };
const released: ReleaseResponse = {};
const paid: SettleResponse = { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };

test("each failed charge is counted by its outcome, and nothing else changes", async () => {
  const metrics = createMetrics({ runtime: false });
  const failures: unknown[] = [new CenoteError("overloaded"), new Error("a refused token"), undefined];
  const billing: Pick<BillingService, "settle" | "release"> = {
    settle: () => {
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(paid) : Promise.reject(failure);
    },
    release: async () => released,
  };
  const counted = countSettleFailures(billing as BillingService, metrics);
  await expect(counted.settle(charge)).rejects.toMatchObject({ code: "overloaded" });
  await expect(counted.settle(charge)).rejects.toThrow("a refused token");
  expect(await counted.settle(charge)).toBe(paid);
  expect(await counted.release({ context: undefined, model: "m", record: undefined })).toBe(released);
  const text = await metrics.render();
  expect(text).toContain('cenote_settle_failures_total{outcome="overloaded"} 1');
  expect(text).toContain('cenote_settle_failures_total{outcome="internal_error"} 1');
});
