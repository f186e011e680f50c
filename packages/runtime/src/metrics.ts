import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type Counter, createCounter, createHistogram, type Histogram } from "./accumulators";

interface Named<Label extends string> {
  /** `cenote_requests_total`: what it counts, unit last. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Metrics of one process in Prometheus's text format, in a separate registry. */
export interface Metrics {
  counter<Label extends string = never>(options: Named<Label>): Counter<Label>;
  /** @param options `collect` is called at every scrape, to set the value. */
  gauge<Label extends string = never>(
    options: Named<Label> & { readonly collect?: (gauge: Gauge<Label>) => void },
  ): Gauge<Label>;
  histogram<Label extends string = never>(
    options: Named<Label> & { readonly buckets: readonly number[] },
  ): Histogram<Label>;
  readonly contentType: string;
  render(): Promise<string>;
}

/** With Node's own metrics (event loop lag, garbage collection, memory) unless `runtime` is false. */
export const createMetrics = ({ runtime = true }: { readonly runtime?: boolean } = {}): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  const registered = <M extends object>(metric: M): M => {
    registry.registerMetric(metric as unknown as Gauge);
    return metric;
  };
  if (runtime) collectDefaultMetrics({ register: registry });
  return {
    counter: ({ name, help, labels = [] }) => registered(createCounter({ name, help, labels })),
    gauge: ({ name, help, labels = [], collect }) =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        ...(collect !== undefined && {
          collect() {
            collect(this);
          },
        }),
      }),
    histogram: ({ name, help, labels = [], buckets }) => registered(createHistogram({ name, help, labels, buckets })),
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
};
