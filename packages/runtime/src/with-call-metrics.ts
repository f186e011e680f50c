import { type Clock, toCenoteError } from "@cenote/core";
import type { Metrics } from "./metrics";

export interface CallMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Prefix of the names: `cenote_<name>_calls_total`, `cenote_<name>_call_seconds`. */
  readonly name: string;
  readonly secondsBuckets: readonly number[];
  /** Methods of the service's definition. Those that return a stream are counted when they begin, and not timed. */
  readonly methods: Readonly<Record<string, { readonly responseStream: boolean }>>;
}

type Call = (request: unknown, signal?: AbortSignal) => unknown;

/** The same service with metrics: its calls by method and outcome, and their duration. */
export const withCallMetrics = <Service extends object>(
  service: Service,
  { metrics, clock, name, secondsBuckets, methods }: CallMetricsOptions,
): Service => {
  const calls = metrics.counter({
    name: `cenote_${name}_calls_total`,
    help: "Calls answered.",
    labels: ["method", "outcome"],
  });
  const seconds = metrics.histogram({
    name: `cenote_${name}_call_seconds`,
    help: "Time of a call.",
    labels: ["method"],
    buckets: secondsBuckets,
  });

  const measured = (method: string, call: Call): Call => {
    // Label lookups cost more than increments.
    const answered = calls.labels(method, "ok");
    if (methods[method]?.responseStream === true)
      return (request, signal) => {
        answered.inc();
        return call(request, signal);
      };
    const time = seconds.labels(method);
    return (request, signal) => {
      const startedMs = clock.monotonicMs();
      const observe = () => {
        time.observe((clock.monotonicMs() - startedMs) / 1_000);
      };
      return (call(request, signal) as Promise<unknown>).then(
        (response) => {
          observe();
          answered.inc();
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

  const given = Object.entries(service as Readonly<Record<string, Call>>);
  return Object.fromEntries(given.map(([method, call]) => [method, measured(method, call)])) as Service;
};
