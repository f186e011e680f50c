import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { stopLimitMs, variablesNeededBy, variablesOf } from "./testing/app-facts";
import { ROOT, textOf, yamlOf } from "./testing/infra-file";

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Scraped {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
  }[];
}

const { services, volumes } = yamlOf("infra/compose.yaml") as Compose;
const ours = Object.entries(services).filter(([, { image }]) => image.includes("cenote"));
const dockerfile = textOf("infra/Dockerfile");

/** The names that start.mjs accepts. */
const startable = [
  ...textOf("infra/image/start.mjs").matchAll(/^ {2}"?([a-z-]+)"?: "@cenote\/([a-z-]+)\/main",$/gm),
].map(([, name = "", app = ""]) => ({ name, app }));

/** Ports on which a service answers inside the network. */
const portsOf = (name: string): readonly (string | undefined)[] => {
  const { PORT, GRPC_PORT, CENOTE_PROBE_PORT } = services[name]?.environment ?? {};
  return [PORT, GRPC_PORT, CENOTE_PROBE_PORT];
};

describe("the image", () => {
  test("starts each app it contains, and contains each app it starts", () => {
    const { dependencies } = JSON.parse(textOf("infra/package.json")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(startable.map(({ app }) => `@cenote/${app}`).sort()).toEqual(Object.keys(dependencies).sort());
    for (const { app } of startable) {
      const { exports } = JSON.parse(textOf(`apps/${app}/package.json`)) as {
        readonly exports: Readonly<Record<string, string>>;
      };
      expect({ app, main: exports["./main"] }).toEqual({ app, main: "./dist/main.js" });
    }
  });

  test("is built with the Node and pnpm used for testing", () => {
    const [, node] = /NODE_VERSION = "([^"]+)"/.exec(textOf("scripts/launch/toolchain.mjs")) ?? [];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases).toEqual([`node:${node}-bookworm-slim`, `node:${node}-bookworm-slim`]);
    const { packageManager } = JSON.parse(textOf("package.json")) as { readonly packageManager: string };
    expect(dockerfile).toContain(`npm install --global ${packageManager}\n`);
  });

  test("runs Node with the launcher's flags", () => {
    const [, flags = ""] = /NODE_FLAGS = (\[.+\]);/.exec(textOf("scripts/launch/run.mjs")) ?? [];
    const [, command = ""] = /^ENTRYPOINT (\[.+\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command)).toEqual(["node", ...(JSON.parse(flags) as string[]), "image/start.mjs"]);
  });

  test("copies files that exist, and none of this machine's secrets", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
      sources.split(" "),
    );
    expect(copied.length).toBeGreaterThan(2);
    for (const source of copied)
      expect({ source, isThere: existsSync(join(ROOT, source)) }).toEqual({ source, isThere: true });
    expect(textOf(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([".env", "infra/secrets", ".cenote", "**/node_modules"]),
    );
  });
});

describe("the compose file", () => {
  test("starts apps that the image contains", () => {
    const started = ours.map(([, { command = [], entrypoint = [] }]) => command[0] ?? entrypoint.at(-1));
    expect(new Set(started)).toEqual(new Set(startable.map(({ name }) => name)));
  });

  test("sets variables that an app reads", () => {
    const known = new Set(startable.flatMap(({ app }) => [...variablesOf(app)]));
    for (const [name, { environment = {} }] of ours) {
      expect({ name, unknown: Object.keys(environment).filter((variable) => !known.has(variable)) }).toEqual({
        name,
        unknown: [],
      });
    }
  });

  test("sets every variable an app requires", () => {
    for (const [name, { command: [app = "cli"] = [], environment = {} }] of ours) {
      expect({
        name,
        missing: variablesNeededBy(app).filter((variable) => (environment[variable] ?? "") === ""),
      }).toEqual({ name, missing: [] });
    }
    expect(
      ours
        .filter(([, { environment = {} }]) => Object.hasOwn(environment, "MONGODB_URI"))
        .map(([name]) => name)
        .sort(),
    ).toEqual(["billing", "inference", "media", "standalone"]);
  });

  test("lets each service find the others, and Prometheus all of them", () => {
    for (const [, { environment = {} }] of ours) {
      for (const [variable, address] of Object.entries(environment).filter(([name]) => name.endsWith("_ADDRESS"))) {
        // Unless the operator sets another port.
        const [host = "", port] = address.replace(/\$\{\w+:-(\w+)\}/, "$1").split(":");
        expect({ variable, isListening: services[host]?.environment?.GRPC_PORT === port }).toEqual({
          variable,
          isListening: true,
        });
      }
    }
    const targets = (yamlOf("infra/prometheus/prometheus.yaml") as Scraped).scrape_configs.flatMap(
      ({ dns_sd_configs: [found] }) => (found === undefined ? [] : [found]),
    );
    expect(targets.flatMap(({ names }) => names).sort()).toEqual([
      "billing",
      "gateway",
      "inference",
      "media",
      "standalone",
    ]);
    for (const {
      names: [name = ""],
      port,
    } of targets)
      expect(portsOf(name)).toContain(String(port));
  });

  test("mounts files that exist and volumes that are declared", () => {
    for (const source of Object.values(services)
      .flatMap(({ volumes: mounts = [] }) => mounts)
      .map((mount) => mount.split(":")[0] ?? "")) {
      const isThere = source.startsWith(".") ? existsSync(join(ROOT, "infra", source)) : Object.hasOwn(volumes, source);
      expect({ source, isThere }).toEqual({ source, isThere: true });
    }
  });

  test("gives Prometheus the alerts it is configured to read", () => {
    const mounts = (services["prometheus"]?.volumes ?? []).map((mount) => mount.split(":"));
    const files = (yamlOf("infra/prometheus/prometheus.yaml") as Scraped).rule_files.map((path) => {
      const [source = ""] = mounts.find(([, target]) => target === dirname(path)) ?? [];
      return join("infra", source, basename(path));
    });
    expect(files).toEqual(["infra/helm/cenote/prometheus/rules.yaml"]);
    expect(yamlOf(files[0] ?? "")).toHaveProperty("groups");
  });

  test("gives every app the same internal token, and opens no port beyond this machine", () => {
    for (const [name, { secrets }] of ours)
      expect({ name, secrets }).toEqual({ name, secrets: ["CENOTE_INTERNAL_TOKEN"] });
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("lets every app finish its work before it is killed", () => {
    const limitsMs = startable
      .filter(({ name }) => !["cenote", "upstream-simulator"].includes(name))
      .map(({ app }) => stopLimitMs(app));
    expect(limitsMs).toHaveLength(5);
    expect(Math.min(...limitsMs)).toBeGreaterThan(0);
    for (const [name, { stop_grace_period: grace = "0s" }] of ours) {
      expect({ name, outlasts: Number.parseInt(grace, 10) * 1000 > Math.max(...limitsMs) }).toEqual({
        name,
        outlasts: true,
      });
    }
  });
});
