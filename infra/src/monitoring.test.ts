import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, textOf, yamlOf } from "./testing/infra-file";
import { type RegisteredMetrics, registeredMetrics } from "./testing/registered-metrics";
import { selectorsOf } from "./testing/selectors";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const BOARDS = "infra/grafana/boards";

const rules = (
  yamlOf("infra/helm/cenote/prometheus/rules.yaml") as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  }
).groups.flatMap((group) => group.rules);
const panels = readdirSync(join(ROOT, BOARDS)).flatMap(
  (name) => (JSON.parse(textOf(`${BOARDS}/${name}`)) as Board).panels,
);
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  // Grafana replaces its variable with a duration.
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "1m")] as const),
  ),
];

/** Prometheus's own metrics, and the labels it adds to everything it scrapes. */
const PROMETHEUS_METRICS = new Set(["up"]);
const PROMETHEUS_LABELS = new Set(["job", "instance"]);

let registered: RegisteredMetrics;
beforeAll(async () => {
  registered = await registeredMetrics();
}, 60_000);

test("the apps register what the tests below look for", () => {
  expect([...registered.keys()].filter((name) => name.startsWith("cenote_")).length).toBeGreaterThan(15);
  expect(registered.get("cenote_gateway_overhead_seconds_bucket")).toEqual(new Set(["route", "le"]));
});

test.each(queries)("%s queries only existing metrics, by labels they have", (_name, expression) => {
  const selectors = selectorsOf(expression);
  expect(selectors.length).toBeGreaterThan(0);
  for (const { metric, labels } of selectors) {
    if (PROMETHEUS_METRICS.has(metric)) continue;
    expect([...registered.keys()]).toContain(metric);
    const unknown = labels.filter(
      (label) => !PROMETHEUS_LABELS.has(label) && registered.get(metric)?.has(label) !== true,
    );
    expect({ metric, unknown }).toEqual({ metric, unknown: [] });
  }
});

test("every metric of ours is used by an alert or a dashboard", () => {
  const asked = new Set(
    queries
      .flatMap(([, expression]) => selectorsOf(expression))
      .map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, "")),
  );
  const ours = new Set(
    [...registered.keys()]
      .filter((name) => name.startsWith("cenote_"))
      .map((name) => name.replace(/_(bucket|sum|count)$/, "")),
  );
  expect([...ours].filter((name) => !asked.has(name))).toEqual([]);
});

test("every metric that guides and READMEs name is registered", () => {
  const apps = readdirSync(join(ROOT, "apps")).map((app) => `apps/${app}/README.md`);
  const guides = readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const named = new Set(
    [...apps, ...guides].flatMap((path) =>
      [...textOf(path).matchAll(/`(cenote_[a-z_]+)(?:\{[^`]*)?`/g)].map(([, name = ""]) => name),
    ),
  );
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !registered.has(name) && !registered.has(`${name}_count`))).toEqual([]);
});

test("every alert has a unique name, a severity, and is in the guide", () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const guide = textOf("docs/operating.md");
  for (const { alert, labels } of rules) {
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(guide).toContain(`\`${alert}\``);
  }
});

test("an alert on any increase also sees a counter that appears with its first event", () => {
  const ofAnyRise = rules.filter(({ expr }) => /increase\(\w+\{.*\[10m\]\)\) > 0/.test(expr));
  expect(ofAnyRise.map(({ alert }) => alert)).toEqual(["CenoteFaults", "CenoteSettlementsFailing"]);
  for (const { expr } of ofAnyRise)
    expect(expr.match(/ unless .* offset 10m\) > 0/g)).toHaveLength(expr.match(/increase\(/g)?.length ?? 0);
});

test("an invalid query is found", () => {
  expect(() => selectorsOf("sum(rate(cenote_calls_total[5m])")).toThrow("no PromQL");
  expect(selectorsOf('sum by (le) (a_bucket{route="x",job!="y"}) / b')).toEqual([
    { metric: "a_bucket", labels: ["route", "job"] },
    { metric: "b", labels: [] },
  ]);
});
