import { CHART, EVERYTHING, openChart, REQUIRED, type Values } from "../testing/chart";
import { runHelm } from "../testing/chart-tools";
import { textOf, yamlOf } from "../testing/infra-file";
import { ofKind } from "../testing/kubernetes";

const chart = openChart(process.env);
afterAll(() => {
  chart.close();
});

const { version, appVersion, kubeVersion } = yamlOf(`${CHART}/Chart.yaml`) as Readonly<Record<string, string>>;
const OLDEST = /^>=(\d+\.\d+)\./.exec(kubeVersion ?? "")?.[1] ?? "";
const NEWEST = "1.37";

const SHARED_FILES = { accessMode: "ReadWriteMany" };
const CASES: readonly (readonly [string, Values])[] = [
  ["what is required alone", REQUIRED],
  ["one process, files on a volume of its own", { ...REQUIRED, mode: "standalone", config: {} }],
  ["one process, simulated", { ...REQUIRED, mode: "standalone", config: {}, simulate: "auto" }],
  ["fixed numbers of replicas", { ...REQUIRED, autoscaling: { enabled: false }, gateway: { replicas: 5 } }],
  [
    "files on a claim that all nodes mount",
    { ...REQUIRED, config: {}, files: { ...SHARED_FILES, existingClaim: "my-media" } },
  ],
  [
    "files on such a claim of the chart's own",
    { ...REQUIRED, config: {}, files: { ...SHARED_FILES, storageClass: "nfs" } },
  ],
  [
    "nothing that is optional",
    {
      ...REQUIRED,
      autoscaling: { enabled: false },
      podDisruptionBudget: { enabled: false },
      networkPolicy: { enabled: false },
      serviceAccount: { create: false },
    },
  ],
  ["everything", EVERYTHING],
  ["everything, in one process", { ...EVERYTHING, mode: "standalone" }],
];

test.each(CASES)("%s: passes lint, and its objects match Kubernetes's schemas", async (_name, values) => {
  await chart.lint(values);
  for (const kubernetes of [OLDEST, NEWEST]) {
    const told = await chart.validate(values, kubernetes);
    expect(told.length).toBeGreaterThan(4);
    // These kinds belong to the Prometheus operator, so Kubernetes has no schema for them.
    const unchecked = told
      .filter((line) => !line.includes(" passed for resource "))
      .map((line) => /schema for kind (\w+)/.exec(line)?.[1] ?? line);
    expect(unchecked.filter((kind) => !["PodMonitor", "PrometheusRule"].includes(kind))).toEqual([]);
  }
});

test("an invalid object is found", async () => {
  await expect(chart.validate({ ...REQUIRED, gateway: { egress: [{ to: "anywhere" }] } }, NEWEST)).rejects.toThrow(
    "networkpolicy/demo-cenote-gateway against version 1.37: spec.egress",
  );
});

test("a source of exchange rates that is a word renders", async () => {
  await expect(chart.render({ ...REQUIRED, config: { ...REQUIRED.config, fx: "banxico" } })).resolves.not.toHaveLength(
    0,
  );
});

test.each(["services", "standalone"])(
  "%s: no Service of a long release has a name that is too long for DNS",
  async (mode) => {
    const services = ofKind(await chart.render({ ...REQUIRED, mode, fullnameOverride: "a".repeat(60) }), "Service");
    expect(services).not.toHaveLength(0);
    expect(services.map(({ metadata: { name } }) => name).filter((name) => name.length > 63)).toEqual([]);
  },
);

test("a long release of several processes keeps the names that hold its files and its token", async () => {
  const fullnameOverride = "a".repeat(48);
  const files = { accessMode: "ReadWriteMany" };
  const objects = await chart.render({ ...REQUIRED, config: {}, files, fullnameOverride });
  const kept = [...ofKind(objects, "PersistentVolumeClaim"), ...ofKind(objects, "Secret")];
  expect(kept.map(({ metadata: { name } }) => name)).toEqual(
    expect.arrayContaining([`${fullnameOverride}-media`, `${fullnameOverride}-internal-token`]),
  );
});

test.each([
  ["no database", { config: REQUIRED.config }, "secrets.mongodb is needed"],
  ["files that gateway and media can't share", { secrets: REQUIRED.secrets }, "media writes what gateway reads"],
  [
    "files that two processes can't share",
    { secrets: REQUIRED.secrets, mode: "standalone", standalone: { replicas: 2 } },
    "a second replica of standalone",
  ],
  [
    "files that more processes will have to share",
    { secrets: REQUIRED.secrets, mode: "standalone", standalone: { maxReplicas: 3 } },
    "a second replica of standalone",
  ],
  [
    "a bucket without a region",
    { ...REQUIRED, config: { storage: { kind: "s3", bucket: "media" } } },
    "needs bucket and region",
  ],
  [
    "a provider's key in the configuration",
    { ...REQUIRED, config: { ...REQUIRED.config, providers: { openai: { api_key: ["${A}", "sk-secret"] } } } },
    "config.providers.openai.api_key would stand in a ConfigMap",
  ],
  [
    "the same in its text",
    {
      ...REQUIRED,
      configText: "storage: { kind: s3, bucket: b, region: r }\nproviders: { openai: { api_key: sk-secret } }\n",
    },
    "config.providers.openai.api_key would stand in a ConfigMap",
  ],
  [
    "a key in a header",
    { ...REQUIRED, config: { ...REQUIRED.config, providers: { own: { headers: { "x-api-key": "secret" } } } } },
    "config.providers.own.headers.x-api-key would stand in a ConfigMap",
  ],
  [
    "Banxico's token in the configuration",
    { ...REQUIRED, config: { ...REQUIRED.config, fx: { source: "banxico", token: "secret" } } },
    "config.fx.token would stand in a ConfigMap",
  ],
  ["text that is no YAML", { ...REQUIRED, configText: "providers: {" }, "config is no YAML"],
  ["a simulator for separate services", { ...REQUIRED, simulate: "on" }, "simulate works with mode standalone alone"],
  ["an ingress without a name", { ...REQUIRED, ingress: { enabled: true } }, "ingress.host is needed"],
  ["a value that is not there", { ...REQUIRED, gateway: { replica: 3 } }, "replica is not allowed"],
  ["a mode that is not there", { ...REQUIRED, mode: "serverless" }, "mode must be one of"],
  ["a container without a limit", { ...REQUIRED, media: { resources: { limits: null } } }, "limits is required"],
])("%s is rejected, with the reason", async (_name, values, reason) => {
  await expect(chart.render(values)).rejects.toThrow(reason);
});

test.each([
  [`${CHART}/README.md`, 2],
  ["docs/operating.md", 1],
])("the commands in %s work", async (path, count) => {
  const commands = [
    ...textOf(path)
      .replaceAll("\\\n", "")
      .matchAll(/^helm upgrade --install (.+)$/gm),
  ].map(([, words = ""]) => words.split(/ +/).filter((word) => word !== "--create-namespace"));
  expect(commands).toHaveLength(count);
  for (const words of commands)
    expect(await runHelm(["template", ...words], process.env)).toContain("kind: Deployment");
});

test("the schema has the values of values.yaml, and no others", () => {
  type Schema = Readonly<{
    $ref?: string;
    properties?: Readonly<Record<string, Schema>>;
    definitions?: Readonly<Record<string, Schema>>;
  }>;
  const schema = JSON.parse(textOf(`${CHART}/values.schema.json`)) as Schema;
  const compare = (found: Schema, values: unknown, path: string): void => {
    const { properties } =
      found.$ref === undefined ? found : (schema.definitions?.[found.$ref.replace("#/definitions/", "")] ?? {});
    if (properties === undefined || path.endsWith(".resources")) return;
    // `global` is Helm's own value, for subcharts.
    expect({
      path,
      names: Object.keys(properties)
        .filter((name) => name !== "global")
        .sort(),
    }).toEqual({ path, names: Object.keys(values as object).sort() });
    for (const [name, inner] of Object.entries(properties))
      compare(inner, (values as Readonly<Record<string, unknown>>)[name], `${path}.${name}`);
  };
  compare(schema, yamlOf(`${CHART}/values.yaml`), "values");
});

test("the chart has the product's version, and runs its image", async () => {
  const { version: own } = JSON.parse(textOf("package.json")) as { readonly version: string };
  expect([version, appVersion]).toEqual([own, own]);
  for (const { spec } of ofKind(await chart.render(REQUIRED), "Deployment"))
    expect(spec.template.spec.containers[0].image).toBe(`cenote:${own}`);
});

test.each([
  [
    "services",
    { ...REQUIRED, configText: "" },
    [
      "deployment/demo-cenote-gateway -- node image/start.mjs cenote org create Acme",
      "cenote key create Acme",
      "service/demo-cenote-gateway 8080:80",
      "config.public_url is not set",
      "There is no Redis",
      "No provider has a key",
    ],
  ],
  [
    "everything in one process",
    { ...EVERYTHING, mode: "standalone" },
    [
      "deployment/demo-cenote-standalone -- node image/start.mjs cenote org create Acme",
      "curl https://ai.example.com/v1/models",
    ],
  ],
])("%s: the notes lead to a first key and a first call", async (_name, values, lines) => {
  const notes = await chart.notes(values);
  for (const line of lines) expect(notes).toContain(line);
  for (const warning of ["No provider has a key", "There is no Redis"])
    expect({ warning, isTold: notes.includes(warning) }).toEqual({ warning, isTold: lines.includes(warning) });
  expect(notes).not.toContain("S3cret");
});
