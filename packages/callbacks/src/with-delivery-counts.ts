import type { SendCallback } from "./send-callback";

type Outcome = "taken" | "unwanted" | "failed";

/** Counts deliveries by outcome: `taken`, `unwanted` (never retried) or `failed` (retried later). */
export const withDeliveryCounts =
  (send: SendCallback, deliveries: { inc(labels: { readonly outcome: Outcome }): void }): SendCallback =>
  async (callback) => {
    let outcome: Outcome = "failed";
    try {
      const isTaken = await send(callback);
      outcome = isTaken ? "taken" : "unwanted";
      return isTaken;
    } finally {
      deliveries.inc({ outcome });
    }
  };
