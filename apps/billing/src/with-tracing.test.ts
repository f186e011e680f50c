import type { BillingService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { withTracing } from "./with-tracing";

const balance = { balanceNanoMxn: 7n, heldNanoMxn: 0n, availableNanoMxn: 7n };

const inner: Partial<BillingService> = {
  getBalance: () => Promise.resolve(balance),
  admit: () => Promise.reject(new CenoteError("insufficient_balance", "of a caller, in words")),
  listPrices: () => Promise.reject(new Error("words of a fault")),
  watchBalance: async function* () {
    yield await Promise.resolve(balance);
  },
};
const admission = { context: undefined, model: "a/b", estimate: [], holdTtlMs: 1 };

test("a call is a span of its trace, with its code if it fails; watching is not traced", async () => {
  const { tracing, spans } = recordTraces();
  const service = withTracing(inner as BillingService, tracing);
  const call = tracing.begin("call");
  await call.run(async () => {
    expect(await service.getBalance({ organizationId: "a" })).toBe(balance);
    await expect(service.admit(admission)).rejects.toMatchObject({ code: "insufficient_balance" });
    await expect(service.listPrices({})).rejects.toThrow("words of a fault");
    for await (const seen of service.watchBalance({ organizationId: "a" })) expect(seen).toBe(balance);
  });
  expect(spans().map(({ name, isError, attributes }) => [name, isError, attributes["error.type"]])).toEqual([
    ["billing getBalance", false, undefined],
    ["billing admit", false, "insufficient_balance"],
    ["billing listPrices", true, "internal_error"],
  ]);
  expect(JSON.stringify(spans())).not.toContain("words");
});

test("a call outside a trace starts none", async () => {
  const { tracing, spans } = recordTraces();
  await withTracing(inner as BillingService, tracing).getBalance({ organizationId: "a" });
  expect(spans()).toEqual([]);
});
