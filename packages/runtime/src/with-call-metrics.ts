import { type Clock, toCenoteError } from "@cenote/core";
import type { Metrics } from "./metrics";

export interface CallMetricsOptions<Service> {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Begins the names: `cenote_<name>_calls_total`, `cenote_<name>_call_seconds`. */
  readonly name: string;
  readonly secondsBuckets: readonly number[];
  /** Methods that answer with a stream: counted when they begin, not timed. */
  readonly streams: readonly (keyof Service & string)[];
}

type Call = (request: unknown, signal?: AbortSignal) => unknown;

/** The same service with metrics: its calls by method and outcome, and their time. */
export const withCallMetrics = <Service extends object>(
  service: Service,
  { metrics, clock, name, secondsBuckets, streams }: CallMetricsOptions<Service>,
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
    // Looking labels up costs more than counting.
    const answered = calls.labels(method, "ok");
    if (streams.some((stream) => stream === method))
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

  const methods = Object.entries(service as Readonly<Record<string, Call>>);
  return Object.fromEntries(methods.map(([method, call]) => [method, measured(method, call)])) as Service;
};
