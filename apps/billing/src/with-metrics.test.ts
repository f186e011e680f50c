import type { BillingService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { createManualClock } from "@cenote/testkit";
import { withMetrics } from "./with-metrics";

test("every call is counted by outcome, timed, and passed through; charges are summed by model", async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const inner: Partial<BillingService> = {
    async settle() {
      await clock.advance(3);
      return { costUsd: "0.1", costNanoMxn: 2_500_000_000n, availableNanoMxn: 0n };
    },
    admit: () => Promise.reject(new CenoteError("insufficient_balance")),
    watchBalance: async function* () {
      yield await Promise.resolve({ balanceNanoMxn: 7n, heldNanoMxn: 0n, availableNanoMxn: 7n });
    },
    getFxRate: () => Promise.reject(new Error("a fault")),
  };
  const service = withMetrics(inner as BillingService, { metrics, clock });
  const settlement = { context: undefined, model: "a/b", usage: [], record: undefined };

  expect((await service.settle(settlement)).costUsd).toBe("0.1");
  await service.settle(settlement);
  await expect(service.admit({ context: undefined, model: "a/b", estimate: [], holdTtlMs: 1 })).rejects.toMatchObject({
    code: "insufficient_balance",
  });
  await expect(service.getFxRate({})).rejects.toThrow("a fault");

  for await (const { balanceNanoMxn } of service.watchBalance({ organizationId: "a" })) expect(balanceNanoMxn).toBe(7n);

  const text = await metrics.render();
  expect(text).toContain('cenote_billing_calls_total{method="settle",outcome="ok"} 2');
  expect(text).toContain('cenote_billing_calls_total{method="admit",outcome="insufficient_balance"} 1');
  expect(text).toContain('cenote_billing_calls_total{method="getFxRate",outcome="internal_error"} 1');
  expect(text).toContain('cenote_billing_calls_total{method="watchBalance",outcome="ok"} 1');
  expect(text).toContain('cenote_billing_charged_mxn_total{model="a/b"} 5');
  expect(text).toContain('cenote_billing_call_seconds_sum{method="settle"} 0.006');
});
