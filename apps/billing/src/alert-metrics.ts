import type { SendCallback } from "@cenote/callbacks";
import type { Metrics } from "@cenote/runtime";

/** The same deliveries, counted: `taken`, `unwanted` (never retried) or `failed` (retried later). */
export const withDeliveryCounts = (send: SendCallback, metrics: Metrics): SendCallback => {
  const calls = metrics.counter({
    name: "cenote_billing_callbacks_total",
    help: "Balance events sent to customers.",
    labels: ["outcome"],
  });
  return async (callback) => {
    let outcome = "failed";
    try {
      const taken = await send(callback);
      outcome = taken ? "taken" : "unwanted";
      return taken;
    } finally {
      calls.inc({ outcome });
    }
  };
};
