import { CenoteError, parseMxn } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { withCheckoutCounts } from "./checkout-metrics";

test("calls to the payment processor are counted by outcome, and answered as without", async () => {
  const metrics = createMetrics({ runtime: false });
  const checkouts = withCheckoutCounts(
    {
      isTest: true,
      open: () => Promise.resolve({ id: "cs_1", url: "https://pay.test" }),
      look: (id) =>
        id === "cs_1"
          ? Promise.resolve({ state: "open" as const })
          : Promise.reject(new CenoteError("provider_unavailable")),
      readEvent: () => ({ topUpId: "1" }),
    },
    metrics,
  );
  const topUp = { id: "1", amount: parseMxn("100") };
  const wanted = { ...topUp, organizationId: "o", returnUrl: "https://app.test", expiresAtMs: 0 };
  await expect(checkouts.open(wanted)).resolves.toMatchObject({ id: "cs_1" });
  await expect(checkouts.look("cs_1", topUp)).resolves.toEqual({ state: "open" });
  await expect(checkouts.look("cs_2", topUp)).rejects.toMatchObject({ code: "provider_unavailable" });
  expect(checkouts.readEvent(Buffer.alloc(0), "")).toEqual({ topUpId: "1" });
  const text = await metrics.render();
  expect(text).toContain('cenote_billing_checkout_calls_total{call="open",outcome="ok"} 1');
  expect(text).toContain('cenote_billing_checkout_calls_total{call="look",outcome="ok"} 1');
  expect(text).toContain('cenote_billing_checkout_calls_total{call="look",outcome="provider_unavailable"} 1');
});
