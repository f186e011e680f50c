import type { BillingService } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";

/**
 * Counts the failed charges of a billing client. Counted at the client, because a billing service that rejects our token,
 * hangs or is down can't count them. Call once per process.
 */
export const countSettleFailures = (billing: BillingService, metrics: Pick<Metrics, "counter">): BillingService => {
  const failures = metrics.counter({
    name: "cenote_settle_failures_total",
    help: "Tries to charge a call that billing refused or did not answer.",
    labels: ["outcome"],
  });
  const settle: BillingService["settle"] = (request, signal) => {
    const settling = billing.settle(request, signal);
    void settling.catch((thrown: unknown) => {
      failures.inc({ outcome: toCenoteError(thrown).code });
    });
    return settling;
  };
  return { ...billing, settle };
};
