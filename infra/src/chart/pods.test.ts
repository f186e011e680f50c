import { createMetrics, startProbeServer } from "@cenote/runtime";
import { stopLimitMs } from "../testing/app-facts";
import { EVERYTHING, openChart, REQUIRED } from "../testing/chart";
import { gatewayPaths } from "../testing/gateway-paths";
import { textOf } from "../testing/infra-file";
import {
  type Container,
  type Deployment,
  finds,
  type KubernetesObject,
  type Labels,
  ofKind,
} from "../testing/kubernetes";

const chart = openChart(process.env);
afterAll(() => {
  chart.close();
});

const MODES = [
  ["services", EVERYTHING],
  ["standalone", { ...EVERYTHING, mode: "standalone" }],
] as const;
const APPS: Readonly<Record<string, readonly string[]>> = {
  services: ["billing", "gateway", "inference", "media"],
  standalone: ["standalone"],
};

const containerOf = ({ spec }: Deployment): Container => spec.template.spec.containers[0];
const variable = ({ env }: Container, name: string): string | undefined => env.find((one) => one.name === name)?.value;

describe.each(MODES)("%s", (mode, values) => {
  let objects: readonly KubernetesObject[];
  let deployments: readonly Deployment[];
  beforeAll(async () => {
    objects = await chart.render(values);
    deployments = ofKind(objects, "Deployment");
  });

  const foundBy = (selector: Labels) =>
    deployments
      .filter(({ spec }) => finds(selector, spec.template.metadata.labels))
      .map(({ metadata }) => metadata.name);

  test("has a Deployment for each app, which starts that app from the image", () => {
    expect(deployments.map((deployment) => containerOf(deployment).args)).toEqual(APPS[mode]?.map((app) => [app]));
    for (const deployment of deployments)
      expect(textOf("infra/image/start.mjs")).toContain(`"@cenote/${containerOf(deployment).args[0]}/main"`);
  });

  test("selects the pods of one app with each object of that app", () => {
    for (const { metadata, spec } of deployments) {
      const { name } = metadata;
      expect(foundBy(spec.selector.matchLabels)).toEqual([name]);
      for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
        expect(foundBy(labelSelector.matchLabels)).toEqual([name]);
      const sameName = (kind: "PodDisruptionBudget" | "NetworkPolicy") =>
        ofKind(objects, kind).filter((object) => object.metadata.name === name);
      expect([sameName("PodDisruptionBudget"), sameName("NetworkPolicy")].map(({ length }) => length)).toEqual([1, 1]);
    }
    for (const { metadata, spec } of ofKind(objects, "PodDisruptionBudget"))
      expect(foundBy(spec.selector.matchLabels)).toEqual([metadata.name]);
    for (const { metadata, spec } of ofKind(objects, "NetworkPolicy"))
      expect(foundBy(spec.podSelector.matchLabels)).toEqual([metadata.name]);
    for (const { metadata, spec } of ofKind(objects, "Service"))
      expect(foundBy(spec.selector)).toEqual([metadata.name.replace(/-grpc$/, "")]);
  });

  test("connects every port to one that the app listens on", () => {
    for (const deployment of deployments) {
      const container = containerOf(deployment);
      const listening: Readonly<Record<string, string | undefined>> = {
        http: variable(container, "PORT"),
        grpc: variable(container, "GRPC_PORT"),
        probe: variable(container, "CENOTE_PROBE_PORT"),
      };
      for (const { name, containerPort } of container.ports)
        expect({ name, port: String(containerPort) }).toEqual({ name, port: listening[name] });
      // An app without a probe port answers probes on its HTTP port.
      expect(container.ports.map(({ name }) => name).includes("probe")).toBe(
        variable(container, "CENOTE_PROBE_PORT") !== undefined,
      );
      const services = ofKind(objects, "Service").filter(({ spec }) =>
        finds(spec.selector, deployment.spec.template.metadata.labels),
      );
      for (const { targetPort } of services.flatMap(({ spec }) => spec.ports))
        expect(container.ports.map(({ name }) => name)).toContain(targetPort);
    }
  });

  test("probes each app in a way it supports, and restarts none for a fault that is not its own", async () => {
    const probes = await startProbeServer({ host: "127.0.0.1", port: 0, metrics: createMetrics() });
    try {
      for (const container of deployments.map(containerOf)) {
        for (const { httpGet } of [container.startupProbe, container.livenessProbe]) {
          expect(httpGet?.path).toBe("/healthz");
          expect(container.ports.map(({ name }) => name)).toContain(httpGet?.port);
          if (httpGet?.port === "probe")
            expect((await fetch(`http://127.0.0.1:${probes.port}${httpGet.path}`)).status).toBe(200);
          else expect(gatewayPaths()).toContain(httpGet?.path);
        }
        // Services report gRPC's own health; the gateway checks the services it needs, including their database.
        const { readinessProbe: ready, env } = container;
        if (ready.grpc === undefined) {
          expect(ready.httpGet).toEqual({ path: "/readyz", port: "http" });
          expect(gatewayPaths()).toContain("/readyz");
        } else expect(env).toContainEqual({ name: "GRPC_PORT", value: String(ready.grpc.port) });
        const [, probeMs = ""] = /probeMs: (\d+)/.exec(textOf("apps/gateway/src/limits.ts")) ?? [];
        expect(ready.timeoutSeconds * 1000).toBeGreaterThan(Number(probeMs));
      }
    } finally {
      await probes.close();
    }
  });

  test("gives each app longer to stop than it takes", () => {
    for (const { spec } of deployments) {
      const {
        containers: [{ args, lifecycle }],
        terminationGracePeriodSeconds,
      } = spec.template.spec;
      const [command, seconds] = lifecycle.preStop.exec.command;
      expect(command).toBe("sleep");
      const leftMs = (terminationGracePeriodSeconds - Number(seconds)) * 1000;
      // Steps that exceed the limit get a last-chance call of a second each.
      expect(leftMs).toBeGreaterThanOrEqual(stopLimitMs(args[0] ?? "") + 10_000);
    }
  });

  test("runs each app with minimal rights and resource limits", () => {
    for (const { spec } of deployments) {
      const {
        containers: [container],
        ...pod
      } = spec.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        // The user `node` of the image.
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
      expect(
        container.volumeMounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath),
      ).toEqual(["/tmp"]);
    }
    for (const account of ofKind(objects, "ServiceAccount")) expect(account.automountServiceAccountToken).toBe(false);
  });

  test("scales each app separately, within bounds, and sets no fixed number that contradicts that", () => {
    const autoscalers = ofKind(objects, "HorizontalPodAutoscaler");
    expect(autoscalers.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(
      deployments.map(({ metadata }) => metadata.name).sort(),
    );
    for (const { spec } of autoscalers) expect(spec.maxReplicas).toBeGreaterThan(spec.minReplicas);
    for (const { spec } of deployments) expect(spec).not.toHaveProperty("replicas");
  });
});

test("without autoscaling there are as many replicas as configured", async () => {
  const objects = await chart.render({ ...REQUIRED, autoscaling: { enabled: false }, gateway: { replicas: 5 } });
  expect(ofKind(objects, "HorizontalPodAutoscaler")).toEqual([]);
  expect(ofKind(objects, "Deployment").map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
    ["demo-cenote-billing", 2],
    ["demo-cenote-gateway", 5],
    ["demo-cenote-inference", 2],
    ["demo-cenote-media", 2],
  ]);
});

test("a service survives the loss of a pod to an update, a node or a zone", async () => {
  const objects = await chart.render(REQUIRED);
  for (const { spec } of ofKind(objects, "Deployment")) {
    expect(spec.strategy).toEqual({ type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
    expect(spec.template.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
      "kubernetes.io/hostname",
      "topology.kubernetes.io/zone",
    ]);
  }
  for (const { spec } of ofKind(objects, "HorizontalPodAutoscaler")) expect(spec.minReplicas).toBeGreaterThan(1);
  for (const { spec } of ofKind(objects, "PodDisruptionBudget")) expect(spec.maxUnavailable).toBe(1);
});

test("a gateway can be configured to stay ready while a service is down", async () => {
  const deployments = ofKind(await chart.render({ ...REQUIRED, gateway: { readinessPath: "/healthz" } }), "Deployment");
  expect(deployments.map((deployment) => containerOf(deployment).readinessProbe.httpGet?.path)).toContain("/healthz");
});
