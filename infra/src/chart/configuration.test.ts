import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Catalog, loadCatalog } from "@cenote/catalog";
import { readCenoteEnvironment } from "@cenote/runtime";
import { calledBy, variablesNeededBy, variablesOf } from "../testing/app-facts";
import { EVERYTHING, openChart, REQUIRED, TRIAL_SECRETS, type Values } from "../testing/chart";
import { textOf } from "../testing/infra-file";
import { type Container, type Deployment, finds, type KubernetesObject, ofKind } from "../testing/kubernetes";

const chart = openChart(process.env);
const folder = mkdtempSync(join(tmpdir(), "cenote-chart-config-"));
afterAll(() => {
  chart.close();
  rmSync(folder, { recursive: true, force: true });
});

const MODES = [
  ["services", EVERYTHING],
  ["standalone", { ...EVERYTHING, mode: "standalone" }],
] as const;

const containerOf = ({ spec }: Deployment): Container => spec.template.spec.containers[0];
const appOf = (deployment: Deployment): string => containerOf(deployment).args[0] ?? "";
const secretsOf = ({ env, envFrom = [] }: Container): readonly string[] =>
  [
    ...env.flatMap(({ valueFrom }) => (valueFrom === undefined ? [] : [valueFrom.secretKeyRef.name])),
    ...envFrom.map(({ secretRef }) => secretRef.name),
  ].sort();
const configOf = (objects: readonly KubernetesObject[]): string =>
  ofKind(objects, "ConfigMap")[0]?.data["cenote.yaml"] ?? "";

const load = (text: string, env: Readonly<Record<string, string>> = {}): Catalog => {
  const path = join(folder, "cenote.yaml");
  writeFileSync(path, text);
  return loadCatalog({ path, env });
};

describe.each(MODES)("%s", (_mode, values) => {
  let objects: readonly KubernetesObject[];
  let deployments: readonly Deployment[];
  beforeAll(async () => {
    objects = await chart.render(values);
    deployments = ofKind(objects, "Deployment");
  });

  test("every variable is read by the app, or was requested for it", () => {
    for (const deployment of deployments) {
      const [app, known] = [appOf(deployment), variablesOf(appOf(deployment))];
      const unknown = containerOf(deployment)
        .env.map(({ name }) => name)
        .filter((name) => !known.has(name) && name !== "NODE_EXTRA_CA_CERTS");
      expect({ app, unknown }).toEqual({ app, unknown: [] });
    }
  });

  test("every variable that an app requires is set, and the app accepts its value", () => {
    for (const deployment of deployments) {
      const { env } = containerOf(deployment);
      const app = appOf(deployment);
      expect({
        app,
        missing: [...variablesNeededBy(app), "CENOTE_INTERNAL_TOKEN"].filter((name) =>
          env.every((one) => one.name !== name),
        ),
      }).toEqual({ app, missing: [] });
      const secrets: Readonly<Record<string, string>> = {
        CENOTE_INTERNAL_TOKEN: TRIAL_SECRETS.internalToken.value,
        CENOTE_INTERNAL_TOKEN_FORMER: TRIAL_SECRETS.internalTokenFormer.value,
        MONGODB_URI: TRIAL_SECRETS.mongodb.value,
        REDIS_URL: TRIAL_SECRETS.redis.value,
      };
      const read = readCenoteEnvironment(
        Object.fromEntries(env.map(({ name, value }) => [name, value ?? secrets[name]])),
      );
      expect(read).toMatchObject({
        host: "0.0.0.0",
        simulate: app === "standalone" ? "off" : "auto",
        otlpEndpoint: "http://collector.observability:4318",
        // An app that serves no gRPC accepts no token.
        internalTokenFormer: app === "gateway" ? undefined : TRIAL_SECRETS.internalTokenFormer.value,
      });
    }
  });

  test("each app gets the addresses of those it calls: names that resolve to each of their pods", () => {
    for (const deployment of deployments) {
      const addresses = containerOf(deployment).env.filter(({ name }) => name.endsWith("_ADDRESS"));
      expect(addresses).toHaveLength(calledBy(appOf(deployment)).length);
      for (const { name, value = "" } of addresses) {
        const [host, port] = value.split(":");
        const service = ofKind(objects, "Service").find(({ metadata }) => metadata.name === host);
        expect(service?.spec).toMatchObject({
          clusterIP: "None",
          publishNotReadyAddresses: true,
          ports: [{ port: Number(port) }],
        });
        const found = deployments.filter(({ spec }) =>
          finds(service?.spec.selector ?? {}, spec.template.metadata.labels),
        );
        expect(found.map((called) => `CENOTE_${appOf(called).toUpperCase()}_ADDRESS`)).toEqual([name]);
      }
    }
  });

  test("the configuration is mounted as a folder, so that edits are noticed, where the app looks for it", () => {
    for (const { spec } of deployments) {
      const {
        containers: [{ env, volumeMounts }],
        volumes,
      } = spec.template.spec;
      const mount = volumeMounts.find(({ name }) => name === "config");
      expect(mount).not.toHaveProperty("subPath");
      expect(env).toContainEqual({ name: "CENOTE_CONFIG", value: join(mount?.mountPath ?? "", "cenote.yaml") });
      expect(volumes).toContainEqual({
        name: "config",
        configMap: { name: ofKind(objects, "ConfigMap")[0]?.metadata.name },
      });
    }
  });

  test("the configuration is valid for the product", () => {
    const catalog = load(configOf(objects), { BANXICO_TOKEN: "token" });
    expect(catalog).toMatchObject({
      publicUrl: "https://ai.example.com",
      storage: { kind: "s3", bucket: "media" },
      fx: { kind: "banxico", token: "token" },
    });
    expect(catalog.providers.get("vllm")).toMatchObject({ baseUrl: "http://vllm:8000/v1" });
    expect(catalog.models.size).toBeGreaterThan(20);
  });

  test("secrets are only in Secrets", () => {
    const [secrets, others] = [ofKind(objects, "Secret"), objects.filter(({ kind }) => kind !== "Secret")];
    expect(JSON.stringify(others)).not.toContain("S3cret");
    expect(JSON.stringify(others)).not.toContain(Buffer.from("S3cret").toString("base64").slice(0, 7));
    const given = secrets.flatMap(({ data = {}, stringData = {} }) => [
      ...Object.values(stringData),
      ...Object.values(data).map((value) => Buffer.from(value, "base64").toString()),
    ]);
    expect(given.filter((value) => value.includes("S3cret"))).toHaveLength(9);
  });

  test("every Secret that a pod uses is created here or was named by the operator", () => {
    const there = new Set(["my-providers", ...ofKind(objects, "Secret").map(({ metadata }) => metadata.name)]);
    expect(
      deployments.flatMap((deployment) => secretsOf(containerOf(deployment))).filter((name) => !there.has(name)),
    ).toEqual([]);
    for (const { name, valueFrom } of deployments.flatMap((deployment) => containerOf(deployment).env)) {
      const made = ofKind(objects, "Secret").find(({ metadata }) => metadata.name === valueFrom?.secretKeyRef.name);
      if (valueFrom !== undefined)
        expect({ name, keys: Object.keys({ ...made?.data, ...made?.stringData }) }).toEqual({
          name,
          keys: [valueFrom.secretKeyRef.key],
        });
    }
  });
});

test("each service has only the secrets it needs, and the one internal token", async () => {
  const deployments = ofKind(await chart.render(EVERYTHING), "Deployment");
  const names = Object.fromEntries(
    deployments.map((deployment) => [
      appOf(deployment),
      secretsOf(containerOf(deployment)).map((name) => name.replace("demo-cenote-", "")),
    ]),
  );
  expect(names).toEqual({
    gateway: ["internal-token", "shared"],
    billing: ["internal-token", "internal-token-former", "mongodb", "payments", "redis", "shared"],
    inference: ["internal-token", "internal-token-former", "mongodb", "providers", "shared", "my-providers"],
    media: ["internal-token", "internal-token-former", "mongodb", "providers", "s3", "shared", "my-providers"],
  });
});

test("existing Secrets are used as named, and none is created alongside", async () => {
  const objects = await chart.render({
    ...REQUIRED,
    secrets: {
      mongodb: { existingSecret: "m", key: "uri" },
      redis: { existingSecret: "r", key: "url" },
      internalToken: { existingSecret: "t", key: "token" },
      internalTokenFormer: { existingSecret: "f", key: "former" },
      providers: { existingSecrets: ["p", "q"] },
      s3: { existingSecret: "s" },
      shared: { existingSecrets: ["a"] },
    },
  });
  expect(ofKind(objects, "Secret")).toEqual([]);
  const billing = ofKind(objects, "Deployment")
    .map(containerOf)
    .find(({ name }) => name === "billing");
  for (const [name, secret, key] of [
    ["MONGODB_URI", "m", "uri"],
    ["REDIS_URL", "r", "url"],
    ["CENOTE_INTERNAL_TOKEN", "t", "token"],
    ["CENOTE_INTERNAL_TOKEN_FORMER", "f", "former"],
  ]) {
    expect(billing?.env).toContainEqual({ name, valueFrom: { secretKeyRef: { name: secret, key } } });
  }
});

test("an internal token is generated that the product accepts, and that survives the release", async () => {
  const [token] = ofKind(await chart.render(REQUIRED), "Secret");
  expect(Buffer.from(token?.data?.["CENOTE_INTERNAL_TOKEN"] ?? "", "base64").toString()).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(token?.metadata.annotations).toMatchObject({ "helm.sh/resource-policy": "keep" });
  // Only a cluster could show whether the token survives an upgrade; the template has to look it up there.
  expect(textOf("infra/helm/cenote/templates/internal-token.yaml")).toContain('lookup "v1" "Secret"');
});

test("cenote.yaml as text is mounted unchanged, including unquoted variables and numbers", async () => {
  const text = `# ours\nextends: default\nmarkup: 1.10\nstorage: { kind: s3, bucket: media, region: us-east-1 }\nproviders:\n  vllm: { kind: openai-compatible, base_url: http://vllm/v1, api_key: \${VLLM_API_KEY} }\n`;
  const written = configOf(await chart.render({ ...REQUIRED, configText: text }));
  expect(written.trimEnd()).toBe(text.trimEnd());
  expect(load(written, { VLLM_API_KEY: "k" }).providers.get("vllm")).toMatchObject({ apiKeys: ["k"], usable: true });
});

test("the shipped cenote.yaml can be used unchanged", async () => {
  const text = `${textOf("cenote.yaml")}\nstorage: { kind: s3, bucket: media, region: us-east-1 }\n`;
  expect(load(configOf(await chart.render({ ...REQUIRED, configText: text }))).storage).toMatchObject({ kind: "s3" });
});

describe("a change of the configuration", () => {
  const templates = async (config: Values) =>
    ofKind(await chart.render({ ...REQUIRED, config: { ...REQUIRED.config, ...config } }), "Deployment").map(
      ({ spec }) => spec.template,
    );

  test("that the product reloads at run time replaces no pod", async () => {
    expect(
      await templates({
        limits: { requests_per_minute: 10, body_mib: 40 },
        markup: "1.2",
        graphql: { introspection: false },
        cors: { origins: ["https://app.example"] },
      }),
    ).toEqual(await templates({}));
  });

  test("of what the schema marks as read only at start-up replaces them", async () => {
    const schema = JSON.parse(textOf("cenote.schema.json")) as {
      readonly properties: Readonly<Record<string, { readonly "x-read"?: string }>>;
    };
    const edits: Readonly<Record<string, Values>> = {
      storage: { storage: { kind: "s3", bucket: "other", region: "us-east-1" } },
    };
    expect(Object.keys(edits)).toEqual(
      Object.entries(schema.properties).flatMap(([key, property]) => (property["x-read"] === "at-start" ? [key] : [])),
    );
    for (const config of Object.values(edits)) expect(await templates(config)).not.toEqual(await templates({}));
  });
});

test("files are stored where media writes and the gateway reads them", async () => {
  const objects = await chart.render({
    ...REQUIRED,
    config: {},
    files: { accessMode: "ReadWriteMany", existingClaim: "my-media" },
  });
  expect(ofKind(objects, "PersistentVolumeClaim")).toEqual([]);
  const mounts = ofKind(objects, "Deployment").flatMap((deployment) => {
    const { env, volumeMounts } = containerOf(deployment);
    const dataDir = env.find(({ name }) => name === "CENOTE_DATA_DIR")?.value;
    return volumeMounts
      .filter(({ name }) => name === "media")
      .map(({ mountPath, readOnly }) => ({
        app: appOf(deployment),
        isWhereItLooks: dirname(mountPath) === dataDir,
        readOnly,
      }));
  });
  expect(mounts).toEqual([
    { app: "gateway", isWhereItLooks: true, readOnly: true },
    { app: "media", isWhereItLooks: true, readOnly: false },
  ]);
});

test("files of a single process are on a volume that is released before the next one starts", async () => {
  const objects = await chart.render({ ...REQUIRED, mode: "standalone", config: {} });
  const [claim] = ofKind(objects, "PersistentVolumeClaim");
  expect(claim?.spec.accessModes).toEqual(["ReadWriteOnce"]);
  const [deployment] = ofKind(objects, "Deployment");
  expect(deployment?.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  expect(deployment?.spec.template.spec.volumes).toContainEqual({
    name: "media",
    persistentVolumeClaim: { claimName: claim?.metadata.name },
  });
});
