import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import { type Metrics, withCallMetrics } from "@cenote/runtime";

export interface MetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
}

const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const NANO = 1e9;

/**
 * Measures the service: calls by method and outcome, their duration, and the pesos charged by model. Streams are counted
 * but not timed.
 */
export const withMetrics = (service: BillingService, { metrics, clock }: MetricsOptions): BillingService => {
  const measured = withCallMetrics(service, {
    metrics,
    clock,
    name: "billing",
    secondsBuckets: SECONDS_BUCKETS,
    methods: BillingServiceDefinition.methods,
  });
  const charged = metrics.counter({
    name: "cenote_billing_charged_mxn_total",
    help: "Pesos charged, for boards; the ledger holds the truth.",
    labels: ["model"],
  });
  return {
    ...measured,
    settle: (request, signal) =>
      measured.settle(request, signal).then((response) => {
        charged.labels(request.model).inc(Number(response.costNanoMxn) / NANO);
        return response;
      }),
  };
};
