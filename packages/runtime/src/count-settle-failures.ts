import { toCenoteError } from "@cenote/core";
import type { Metrics } from "./metrics";

/** Billing, as far as it charges calls. */
interface Charging {
  settle(request: never, signal?: AbortSignal): Promise<unknown>;
}

/**
 * The same billing, its failed charges counted where they are asked for: a billing that refuses our token, hangs or is
 * gone counts none itself. Once per process.
 */
export const countSettleFailures = <B extends Charging>(billing: B, metrics: Pick<Metrics, "counter">): B => {
  const failures = metrics.counter({
    name: "cenote_settle_failures_total",
    help: "Tries to charge a call that billing refused or did not answer.",
    labels: ["outcome"],
  });
  const settle: Charging["settle"] = (request, signal) => {
    const settling = billing.settle(request, signal);
    void settling.catch((thrown: unknown) => {
      failures.inc({ outcome: toCenoteError(thrown).code });
    });
    return settling;
  };
  return { ...billing, settle };
};
