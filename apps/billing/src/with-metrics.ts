import type { BillingService, SettleRequest, SettleResponse } from "@cenote/contracts";
import { type Clock, toCenoteError } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";

export interface MetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
}

const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const NANO = 1e9;

type Call = (request: unknown, signal?: AbortSignal) => Promise<unknown>;

/**
 * The same service with metrics: calls by method and outcome, their time, and the pesos charged by model. Watching is
 * counted, not timed.
 */
export const withMetrics = (service: BillingService, { metrics, clock }: MetricsOptions): BillingService => {
  const calls = metrics.counter({
    name: "cenote_billing_calls_total",
    help: "Calls answered.",
    labels: ["method", "outcome"],
  });
  const seconds = metrics.histogram({
    name: "cenote_billing_call_seconds",
    help: "Time of a call.",
    labels: ["method"],
    buckets: SECONDS_BUCKETS,
  });
  const charged = metrics.counter({
    name: "cenote_billing_charged_mxn_total",
    help: "Pesos charged, for boards; the ledger holds the truth.",
    labels: ["model"],
  });

  const measured = (method: string, call: Call): Call => {
    // Looking labels up costs more than counting.
    const answered = calls.labels(method, "ok");
    const time = seconds.labels(method);
    return (request, signal) => {
      const startedMs = clock.monotonicMs();
      const observe = () => {
        time.observe((clock.monotonicMs() - startedMs) / 1_000);
      };
      return call(request, signal).then(
        (response) => {
          observe();
          answered.inc();
          if (method === "settle") {
            charged
              .labels((request as SettleRequest).model)
              .inc(Number((response as SettleResponse).costNanoMxn) / NANO);
          }
          return response;
        },
        (error: unknown) => {
          observe();
          calls.inc({ method, outcome: toCenoteError(error).code });
          throw error;
        },
      );
    };
  };

  const methods = Object.entries(service as unknown as Record<string, Call>);
  return {
    ...(Object.fromEntries(
      methods.map(([method, call]) => [method, measured(method, call)]),
    ) as unknown as BillingService),
    watchBalance(request, signal) {
      calls.inc({ method: "watchBalance", outcome: "ok" });
      return service.watchBalance(request, signal);
    },
  };
};
