import { loadCatalog } from "@cenote/catalog";
import { calledBy, variablesNeededBy } from "../testing/app-facts";
import { EVERYTHING, openChart, REQUIRED } from "../testing/chart";
import { gatewayPaths } from "../testing/gateway-paths";
import { textOf, yamlOf } from "../testing/infra-file";
import {
  type Deployment,
  finds,
  type KubernetesObject,
  type NetworkPolicy,
  type NetworkRule,
  ofKind,
  type Peer,
} from "../testing/kubernetes";

const chart = openChart(process.env);
afterAll(() => {
  chart.close();
});

const GRPC = 9090;
const APPS = ["billing", "gateway", "inference", "media"];

const appOf = ({ metadata }: { readonly metadata: { readonly labels: Readonly<Record<string, string>> } }): string =>
  metadata.labels["app.kubernetes.io/component"] ?? "";
const takes = (rule: NetworkRule, port: number): boolean => rule.ports.some((one) => one.port === port);
const portsOf = (rules: readonly NetworkRule[]): readonly number[] =>
  [...new Set(rules.flatMap(({ ports }) => ports.map(({ port }) => port)))].sort((a, b) => a - b);

describe("network policies", () => {
  let policies: readonly NetworkPolicy[];
  let deployments: readonly Deployment[];
  const readAll = async (values: object) => {
    const objects = await chart.render({ ...values });
    policies = ofKind(objects, "NetworkPolicy");
    deployments = ofKind(objects, "Deployment");
  };
  const policyOf = (app: string) => policies.find((policy) => appOf(policy) === app)?.spec;
  const appsAmong = (peers: readonly Peer[] = []) =>
    deployments
      .filter(({ spec }) =>
        peers.some(
          ({ podSelector }) =>
            podSelector !== undefined && finds(podSelector.matchLabels, spec.template.metadata.labels),
        ),
      )
      .map(appOf);

  test("let each service call those whose address it reads, and no others", async () => {
    await readAll(REQUIRED);
    expect(policies.map(appOf).sort()).toEqual(APPS);
    for (const app of APPS) {
      const spec = policyOf(app);
      expect(spec?.policyTypes).toEqual(["Ingress", "Egress"]);
      expect({
        app,
        calls: (spec?.egress ?? [])
          .filter((rule) => takes(rule, GRPC))
          .flatMap(({ to }) => appsAmong(to))
          .sort(),
      }).toEqual({ app, calls: calledBy(app) });
      const callers = (spec?.ingress ?? []).filter((rule) => takes(rule, GRPC)).flatMap(({ from }) => from ?? []);
      expect({ app, callers: appsAmong(callers).sort() }).toEqual({
        app,
        callers: APPS.filter((other) => calledBy(other).includes(app)),
      });
      // Only these pods as peers: any other kind of entry would admit strangers.
      expect(
        callers.every(
          ({ podSelector, namespaceSelector, ipBlock }) =>
            podSelector !== undefined && namespaceSelector === undefined && ipBlock === undefined,
        ),
      ).toBe(true);
    }
  });

  test("allow the destinations a service needs: DNS, the database, providers and customers' addresses", async () => {
    await readAll(REQUIRED);
    const out = Object.fromEntries(APPS.map((app) => [app, portsOf(policyOf(app)?.egress ?? [])]));
    expect(out).toEqual({
      gateway: [53, GRPC],
      billing: [53, 443, 27_017],
      inference: [53, 443, GRPC, 27_017],
      media: [53, 443, GRPC, 27_017],
    });
    for (const app of APPS)
      expect({ app, isOpen: out[app]?.includes(27_017) }).toEqual({
        app,
        isOpen: variablesNeededBy(app).includes("MONGODB_URI"),
      });
    for (const app of ["billing", "inference", "media"]) {
      const internet = (policyOf(app)?.egress ?? []).filter((rule) => takes(rule, 443)).flatMap(({ to }) => to ?? []);
      expect(internet.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(["0.0.0.0/0", "::/0"]);
    }
  });

  test("and those of enabled features: Redis, a collector, the operator's own", async () => {
    await readAll(EVERYTHING);
    expect(Object.fromEntries(APPS.map((app) => [app, portsOf(policyOf(app)?.egress ?? [])]))).toEqual({
      gateway: [53, 4318, GRPC],
      billing: [53, 443, 4318, 6379, 27_017],
      inference: [53, 443, 4318, GRPC, 27_017],
      media: [53, 443, 4318, 8000, GRPC, 27_017],
    });
    for (const app of ["billing", "inference", "media"]) {
      const strangers = (policyOf(app)?.ingress ?? [])
        .filter((rule) => takes(rule, GRPC))
        .flatMap(({ from }) => from ?? [])
        .filter(({ namespaceSelector }) => namespaceSelector !== undefined);
      expect(strangers).toEqual([{ namespaceSelector: { matchLabels: { team: "g" } } }]);
    }
  });

  test.each([
    ["http://collector:4318", 4318],
    ["https://traces.example.com/otlp", 443],
    ["http://10.0.0.5", 80],
  ])("allow the collector %s at its port", async (endpoint, port) => {
    await readAll({ ...REQUIRED, tracing: { endpoint } });
    expect(policyOf("gateway")?.egress.map(({ ports }) => ports[0]?.port)).toEqual([53, GRPC, port]);
  });

  test("admit the ingress at the gateway's port, and Prometheus at the metrics port", async () => {
    await readAll(REQUIRED);
    const from = (app: string, port: number) =>
      (policyOf(app)?.ingress ?? [])
        .filter((rule) => takes(rule, port))
        .flatMap((rule) => rule.from ?? [])
        .map(({ namespaceSelector }) => Object.values(namespaceSelector?.matchLabels ?? {}).join());
    expect(from("gateway", 8080)).toEqual(["ingress-nginx", "monitoring"]);
    for (const app of ["billing", "inference", "media"])
      expect({ app, from: from(app, 9464) }).toEqual({ app, from: ["monitoring"] });
    expect(Object.fromEntries(APPS.map((app) => [app, portsOf(policyOf(app)?.ingress ?? [])]))).toEqual({
      gateway: [8080],
      billing: [GRPC, 9464],
      inference: [GRPC, 9464],
      media: [GRPC, 9464],
    });
  });

  test("admit nobody if nobody is listed", async () => {
    await readAll({ ...REQUIRED, networkPolicy: { clients: [], prometheus: [] } });
    expect(policyOf("gateway")?.ingress).toEqual([]);
    // A rule without `from` would admit everybody.
    for (const rule of policies.flatMap(({ spec }) => spec.ingress)) expect(rule.from?.length).toBeGreaterThan(0);
  });
});

describe("the ingress", () => {
  let objects: readonly KubernetesObject[];
  beforeAll(async () => {
    objects = await chart.render(EVERYTHING);
  });
  const annotation = (name: string) =>
    ofKind(objects, "Ingress")[0]?.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`] ?? "";

  test("exposes all of the gateway except its internal paths", () => {
    const paths = ofKind(objects, "Ingress").flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths));
    const isShown = (route: string) => paths.some(({ path }) => route === path || route.startsWith(`${path}/`));
    expect(gatewayPaths()).toEqual(
      expect.arrayContaining(["/v1/chat/completions", "/graphql/stream", "/dashboard/*", "/healthz"]),
    );
    // As a prefix it would expose the internal paths, too.
    expect(paths.filter(({ path }) => path === "/").map(({ pathType }) => pathType)).toEqual(["Exact"]);
    expect(gatewayPaths().filter((route) => !isShown(route))).toEqual(["/healthz", "/metrics", "/readyz"]);
    for (const { backend } of paths) {
      const service = ofKind(objects, "Service").find(({ metadata }) => metadata.name === backend.service.name);
      expect(service?.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
  });

  test("neither buffers streams nor ends calls that the product would not end", () => {
    const { limits, timeouts } = loadCatalog({ path: "/nowhere/cenote.yaml", env: {} });
    expect([
      annotation("proxy-buffering"),
      annotation("proxy-request-buffering"),
      annotation("proxy-next-upstream"),
    ]).toEqual(["off", "off", "off"]);
    expect(Number(annotation("proxy-read-timeout")) * 1000).toBeGreaterThan(timeouts.totalMs);
    expect(annotation("proxy-body-size")).toBe(`${limits.bodyMib}m`);
  });
});

describe("monitoring", () => {
  interface Scraped {
    readonly scrape_configs: readonly { readonly job_name: string }[];
  }

  test.each([
    ["services", EVERYTHING],
    ["standalone", { ...EVERYTHING, mode: "standalone" }],
  ])("%s: finds each pod once, under the job name that the alerts use", async (_mode, values) => {
    const objects = await chart.render(values);
    const [monitor] = ofKind(objects, "PodMonitor");
    const jobs = ofKind(objects, "Deployment").flatMap(({ spec: { template } }) => {
      const endpoints = (monitor?.spec.podMetricsEndpoints ?? []).filter(
        ({ port }) =>
          finds(monitor?.spec.selector.matchLabels ?? {}, template.metadata.labels) &&
          template.spec.containers[0].ports.some(({ name }) => name === port),
      );
      return endpoints.map(({ path, relabelings: [job] }) => {
        expect(path).toBe("/metrics");
        expect(job).toMatchObject({
          sourceLabels: ["__meta_kubernetes_pod_label_app_kubernetes_io_component"],
          targetLabel: "job",
        });
        return job?.replacement.replace("$1", template.metadata.labels["app.kubernetes.io/component"] ?? "");
      });
    });
    expect(jobs).toHaveLength(ofKind(objects, "Deployment").length);
    const known = (yamlOf("infra/prometheus/prometheus.yaml") as Scraped).scrape_configs.map(
      ({ job_name }) => job_name,
    );
    expect(known).toEqual(expect.arrayContaining(jobs));
  });

  test("has exactly the repository's alerts", async () => {
    const [rule] = ofKind(await chart.render(EVERYTHING), "PrometheusRule");
    expect(rule?.spec).toEqual(yamlOf("infra/helm/cenote/prometheus/rules.yaml"));
    expect(textOf("infra/helm/cenote/prometheus/rules.yaml")).toContain("CenoteFaults");
  });
});
