import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { runHelm, validateObjects } from "./chart-tools";
import { ROOT } from "./infra-file";
import type { KubernetesObject } from "./kubernetes";

export const CHART = "infra/helm/cenote";

/** Values that override the chart's values.yaml. */
export type Values = Readonly<Record<string, unknown>>;

/** Required for any install. */
export const REQUIRED = {
  secrets: { mongodb: { existingSecret: "my-mongodb" } },
  config: { storage: { kind: "s3", bucket: "media", region: "us-east-1" } },
} as const;

/** Every secret has a unique value, so that it can be searched for where it does not belong. */
export const TRIAL_SECRETS = {
  mongodb: { value: "mongodb://user:S3cret-mongodb@db/cenote" },
  redis: { value: "redis://:S3cret-redis@redis:6379" },
  internalToken: { value: "S3cret-internal" },
  internalTokenFormer: { value: "S3cret-former" },
  providers: { values: { OPENAI_API_KEY: "S3cret-provider" }, existingSecrets: ["my-providers"] },
  payments: { values: { STRIPE_SECRET_KEY: "S3cret-stripe" }, existingSecrets: [] },
  s3: { values: { AWS_ACCESS_KEY_ID: "S3cret-id", AWS_SECRET_ACCESS_KEY: "S3cret-key" } },
  shared: { values: { BANXICO_TOKEN: "S3cret-banxico" } },
} as const;

/** Everything that can be enabled at once. */
export const EVERYTHING = {
  ...REQUIRED,
  secrets: TRIAL_SECRETS,
  config: {
    ...REQUIRED.config,
    public_url: "https://ai.example.com",
    fx: { source: "banxico", token: "${BANXICO_TOKEN}" },
    providers: { vllm: { kind: "openai-compatible", base_url: "http://vllm:8000/v1", api_key: "${VLLM_API_KEY:-}" } },
  },
  image: { repository: "registry.example/cenote", tag: "1", pullSecrets: ["registry"] },
  tracing: { endpoint: "http://collector.observability:4318" },
  callbackOrigins: ["http://10.0.0.7:8000"],
  media: { egress: [{ to: [{ ipBlock: { cidr: "10.0.0.7/32" } }], ports: [{ protocol: "TCP", port: 8000 }] }] },
  inference: { env: { NODE_EXTRA_CA_CERTS: "/etc/ssl/own.pem" } },
  standalone: { replicas: 2, maxReplicas: 4 },
  serviceAccount: { annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/cenote" } },
  podAnnotations: { note: "a" },
  podLabels: { team: "b" },
  nodeSelector: { pool: "c" },
  priorityClassName: "high",
  tolerations: [{ key: "d", operator: "Exists" }],
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: "e", operator: "Exists" }] } },
      ],
    },
  },
  service: { type: "LoadBalancer", annotations: { note: "f" } },
  ingress: { enabled: true, host: "ai.example.com", tlsSecret: "certificate" },
  networkPolicy: {
    grpcClients: [{ namespaceSelector: { matchLabels: { team: "g" } } }],
    mongodb: { to: [{ ipBlock: { cidr: "10.1.0.0/16" } }] },
  },
  monitoring: {
    podMonitor: { enabled: true, labels: { release: "h" } },
    prometheusRule: { enabled: true, labels: { release: "h" } },
  },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

export interface Chart {
  /** The objects that would be installed, as release `demo` in the namespace `models`. Rejects with Helm's error. */
  render(values: Values): Promise<readonly KubernetesObject[]>;
  /** @param version Kubernetes version. @returns A line for each object. Rejects if one does not match its schema. */
  validate(values: Values, version: string): Promise<readonly string[]>;
  /** Rejects if Helm reports anything. */
  lint(values: Values): Promise<string>;
  /** The notes shown after an install. */
  notes(values: Values): Promise<string>;
  close(): void;
}

/** The chart, rendered by Helm. */
export const openChart = (env: Environment): Chart => {
  const folder = mkdtempSync(join(tmpdir(), "cenote-chart-"));
  let files = 0;
  const keep = (text: string): string => {
    const path = join(folder, `${(files += 1)}.yaml`);
    writeFileSync(path, text);
    return path;
  };
  const withValues = (values: Values): readonly string[] => ["--values", keep(JSON.stringify(values))];
  const template = (values: Values, chart = join(ROOT, CHART)) =>
    runHelm(["template", "demo", chart, "--namespace", "models", ...withValues(values)], env);
  const read = (text: string): readonly KubernetesObject[] =>
    parseAllDocuments(text)
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);

  return {
    render: async (values) => read(await template(values)),
    validate: async (values, version) => validateObjects(keep(await template(values)), version, env),
    lint: (values) => runHelm(["lint", "--strict", join(ROOT, CHART), ...withValues(values)], env),
    // Helm prints notes only with a cluster to install to, so they are rendered as an object of a copied chart.
    async notes(values) {
      const copy = join(folder, "with-notes");
      cpSync(join(ROOT, CHART), copy, { recursive: true });
      const text = readFileSync(join(copy, "templates", "NOTES.txt"), "utf8");
      writeFileSync(
        join(copy, "templates", "notes.yaml"),
        `{{ define "notes" }}${text}{{ end }}kind: Notes\ntext: {{ include "notes" . | quote }}\n`,
      );
      const found = read(await template(values, copy)) as unknown as readonly {
        readonly kind: string;
        readonly text: string;
      }[];
      return found.find(({ kind }) => kind === "Notes")?.text ?? "";
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
