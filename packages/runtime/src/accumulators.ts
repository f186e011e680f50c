/**
 * Counters and histograms whose increment is one addition; prom-client's own look up their labels at every increment.
 * prom-client still renders them.
 */

export interface CounterChild {
  inc(by?: number): void;
}

export interface HistogramChild {
  observe(value: number): void;
}

interface AccumulatorOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

interface RenderedValue {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What prom-client's registry needs of a metric. */
export interface RenderedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "histogram";
  readonly aggregator: "sum";
  readonly values: readonly RenderedValue[];
}

interface Metric<Child> {
  readonly name: string;
  /** @param values Label values, in the metric's order. Look the child up once and keep it. */
  labels(...values: readonly string[]): Child;
  get(): Promise<RenderedMetric>;
}

export interface Counter<Label extends string> extends Metric<CounterChild> {
  inc(labels: Readonly<Record<Label, string>>, by?: number): void;
}

export interface Histogram<Label extends string> extends Metric<HistogramChild> {
  observe(labels: Readonly<Record<Label, string>>, value: number): void;
}

/** The most combinations of label values per metric, so that no label can fill the memory. */
const MAX_CHILDREN = 5_000;

const SEPARATOR = "\u0000";

/** Children by their label values. Beyond the limit, increments go to one child whose labels are all `other`. */
const createChildren = <Label extends string, Child>(labels: readonly Label[], create: () => Child) => {
  const byKey = new Map<string, { readonly labels: Record<string, string>; readonly child: Child }>();
  const of = (values: readonly string[]): Child => {
    const key = values.join(SEPARATOR);
    let entry = byKey.get(key);
    if (entry === undefined) {
      if (byKey.size >= MAX_CHILDREN && values.some((value) => value !== "other")) return of(labels.map(() => "other"));
      entry = {
        labels: Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""])),
        child: create(),
      };
      byKey.set(key, entry);
    }
    return entry.child;
  };
  if (labels.length === 0) of([]);
  return {
    of,
    ofNamed: (named: Readonly<Record<Label, string>>) => of(labels.map((label) => named[label])),
    entries: () => [...byKey.values()],
  };
};

export const createCounter = <Label extends string>({
  name,
  help,
  labels,
}: AccumulatorOptions<Label>): Counter<Label> => {
  const children = createChildren(labels, () => {
    let total = 0;
    return {
      inc(by = 1) {
        total += by;
      },
      get total() {
        return total;
      },
    };
  });
  return {
    name,
    labels: (...values) => children.of(values),
    inc(named, by) {
      children.ofNamed(named).inc(by);
    },
    get: () =>
      Promise.resolve({
        name,
        help,
        type: "counter",
        aggregator: "sum",
        values: children.entries().map(({ labels: values, child }) => ({ labels: values, value: child.total })),
      }),
  };
};

export const createHistogram = <Label extends string>(
  options: AccumulatorOptions<Label> & { readonly buckets: readonly number[] },
): Histogram<Label> => {
  const { name, help, labels, buckets } = options;
  const children = createChildren(labels, () => {
    const counts = new Float64Array(buckets.length + 1);
    let sum = 0;
    return {
      observe(value: number) {
        let index = 0;
        while (index < buckets.length && value > (buckets[index] ?? Infinity)) index++;
        counts[index] = (counts[index] ?? 0) + 1;
        sum += value;
      },
      get sum() {
        return sum;
      },
      counts,
    };
  });
  return {
    name,
    labels: (...values) => children.of(values),
    observe(named, value) {
      children.ofNamed(named).observe(value);
    },
    get: () =>
      Promise.resolve({
        name,
        help,
        type: "histogram",
        aggregator: "sum",
        values: children.entries().flatMap(({ labels: values, child }) => {
          let below = 0;
          const bounds = [...buckets.map(String), "+Inf"];
          return [
            ...bounds.map((le, index) => {
              below += child.counts[index] ?? 0;
              return { metricName: `${name}_bucket`, labels: { le, ...values }, value: below };
            }),
            { metricName: `${name}_sum`, labels: values, value: child.sum },
            { metricName: `${name}_count`, labels: values, value: below },
          ];
        }),
      }),
  };
};
