import { silentLog } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { createManualClock } from "@cenote/testkit";
import { createFailoverCallLimits } from "./limits/failover-call-limits";
import { createMemoryCallLimits } from "./limits/memory-call-limits";
import { showSharing } from "./limits-metrics";

test("the metrics show whether limits are shared, and how many calls were counted locally instead", async () => {
  const metrics = createMetrics({ runtime: false });
  const clock = createManualClock();
  const world = { isAway: false };
  const count = async () => {
    if (world.isAway) throw new Error("away");
  };
  const state = { limit: 9, remaining: 9, resetMs: 1 };
  const shared = {
    probe: count,
    admit: async () => {
      await count();
      return { requests: state, tokens: state, withdraw() {} };
    },
    renew: () => {},
    finish: async () => {},
    close: async () => {},
  };
  const limits = showSharing({ metrics }, (onOwnCall) =>
    createFailoverCallLimits({
      shared,
      own: createMemoryCallLimits({ clock, log: silentLog }),
      clock,
      log: silentLog,
      onOwnCall,
    }),
  );
  const call = (callId: string) =>
    limits.admit({
      organizationId: "org",
      subject: "key",
      callId,
      tokens: 0,
      ttlMs: 1_000,
      limits: { requestsPerMinute: 9, tokensPerMinute: 9, concurrentRequests: 9 },
    });

  await call("a");
  expect(await metrics.render()).toContain("cenote_limits_shared 1");
  world.isAway = true;
  await call("b");
  await call("c");
  const text = await metrics.render();
  expect(text).toContain("cenote_limits_shared 0");
  expect(text).toContain("cenote_limits_own_calls_total 2");
  await limits.close();
});
