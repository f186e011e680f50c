import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { cenoteYaml, CHAT_MODEL } from "./harness/cenote-yaml";
import { startChild, type Child } from "./harness/child";
import { eventually } from "./harness/eventually";
import { freePort } from "./harness/free-port";
import { PATIENCE_MS } from "./harness/limits";
import { FAL_IMAGE, mediaCatalog } from "./harness/media-catalog";
import { currentMode } from "./harness/mode";
import { inRoot } from "./harness/paths";
import { startSimulator, type Simulator } from "./harness/simulator";
import { inheritedEnvironment } from "./harness/system";
import { withMore } from "./harness/with-system";

/**
 * Tests what infra/Dockerfile puts into the image and infra/compose.yaml starts from it, without a container: the same
 * command creates the tree, the same file starts each app, with production dependencies only, outside the workspace.
 */
const run = promisify(execFile);

const TOKEN = "a-token-that-came-as-a-file";

const folder = mkdtempSync(join(tmpdir(), "cenote-image-"));
const image = join(folder, "app");
const children: Child[] = [];
let database: TestDatabase | undefined;
let simulator: Simulator | undefined;

/** The arguments of the Dockerfile's line that creates the tree, for another target folder. */
const deployArguments = (): string[] => {
  const [, words = ""] = /^RUN pnpm (.* deploy .*)$/m.exec(readFileSync(inRoot("infra/Dockerfile"), "utf8")) ?? [];
  return words.split(" ").map((word) => (word === "/image" ? image : word));
};

const environment = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  ...inheritedEnvironment(),
  NODE_ENV: "production",
  LOG_LEVEL: "warn",
  CENOTE_SIMULATE: "off",
  HOST: "127.0.0.1",
  CENOTE_DATA_DIR: join(folder, "data"),
  CENOTE_SECRETS_DIR: folder,
  CENOTE_CONFIG: join(folder, "cenote.yaml"),
  MONGODB_URI: database?.uri ?? "",
  ...more,
});

/** Starts an app as the Dockerfile starts a container, in our folder. */
const entryArguments = (): string[] => {
  const [, words = "[]"] = /^ENTRYPOINT (.*)$/m.exec(readFileSync(inRoot("infra/Dockerfile"), "utf8")) ?? [];
  const [, ...given] = JSON.parse(words) as string[];
  return given.map((word) => (word.endsWith(".mjs") ? join(image, word) : word));
};

const start = async (app: string, env: Readonly<Record<string, string>>): Promise<Child> => {
  const child = startChild({
    command: process.execPath,
    args: [...entryArguments(), app],
    env: environment(env),
    cwd: image,
  });
  children.push(child);
  await child.line(/^ready /, PATIENCE_MS);
  return child;
};

const probe = (env: Readonly<Record<string, string>>) =>
  run(process.execPath, [join(image, "image/health.mjs")], { env: environment(env) });

/** As for a container: single probes may fail, but not all of them. */
const healthy = (env: Readonly<Record<string, string>>) =>
  eventually("it is healthy", () =>
    probe(env).then(
      () => true,
      () => undefined,
    ),
  );

const metricsAt = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

beforeAll(async () => {
  writeFileSync(join(folder, "CENOTE_INTERNAL_TOKEN"), `${TOKEN}\n`);
  [simulator, database] = await Promise.all([
    startSimulator(),
    startTestDatabase(),
    run("pnpm", deployArguments(), { cwd: inRoot() }),
  ]);
  const { url: simulatorUrl } = simulator;
  writeFileSync(join(folder, "cenote.yaml"), withMore(cenoteYaml({ simulatorUrl }), mediaCatalog(simulatorUrl)));
});

afterAll(async () => {
  for (const child of [...children].reverse()) await child.kill9();
  await database?.stop();
  await simulator?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the image contains no tools, no tests and no sources", async () => {
  await expect(run(process.execPath, ["--eval", "require.resolve('typescript')"], { cwd: image })).rejects.toThrow(
    "Cannot find module",
  );
  const { stdout } = await run("find", ["-L", join(image, "node_modules/@cenote"), "-maxdepth", "2", "-name", "dist"]);
  expect(stdout.trim().split("\n")).toHaveLength(7);
  const sources = await run("find", [image, "-path", "*/@cenote/*", "-name", "*.ts"]);
  expect(sources.stdout).toBe("");
});

test("an unknown app is reported", async () => {
  await expect(run(process.execPath, [join(image, "image/start.mjs"), "dashboard"])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("usage: start.mjs standalone|"),
  });
});

const started = currentMode() === "start" ? "the standalone" : "each service alone";
test(`${started} starts from the image with its token from a file, is healthy, answers paid calls, counts them and drains`, async () => {
  const port = await freePort();
  const grpcPort = await freePort();
  const metricsPorts = [port];
  const startAll = async () => {
    if (currentMode() === "start") return start("standalone", { PORT: String(port), GRPC_PORT: String(grpcPort) });
    const probePorts = await Promise.all([freePort(), freePort(), freePort()]);
    const [inferencePort, mediaPort] = await Promise.all([freePort(), freePort()]);
    const addressOf = (servicePort: number) => `127.0.0.1:${servicePort}`;
    const behindBilling = { CENOTE_BILLING_ADDRESS: addressOf(grpcPort) };
    metricsPorts.push(...probePorts);
    await start("billing", { GRPC_PORT: String(grpcPort), CENOTE_PROBE_PORT: String(probePorts[0]) });
    await start("inference", {
      ...behindBilling,
      GRPC_PORT: String(inferencePort),
      CENOTE_PROBE_PORT: String(probePorts[1]),
    });
    await start("media", { ...behindBilling, GRPC_PORT: String(mediaPort), CENOTE_PROBE_PORT: String(probePorts[2]) });
    for (const probePort of probePorts) await healthy({ CENOTE_PROBE_PORT: String(probePort) });
    return start("gateway", {
      ...behindBilling,
      PORT: String(port),
      CENOTE_INFERENCE_ADDRESS: addressOf(inferencePort),
      CENOTE_MEDIA_ADDRESS: addressOf(mediaPort),
    });
  };
  await startAll();
  await healthy({ PORT: String(port) });
  // A service that stalls for two seconds during a probe is not ready for that time.
  await eventually("it is ready", async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200);
  expect(await (await fetch(`http://127.0.0.1:${port}/dashboard`)).text()).toContain("<title>Cenote</title>");

  const cenote = async (...args: readonly string[]) => {
    const { stdout } = await run(process.execPath, [join(image, "image/start.mjs"), "cenote", ...args, "--json"], {
      env: environment({ GRPC_PORT: String(grpcPort) }),
    });
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  };
  const { id = "" } = await cenote("org", "create", "Acme");
  const { key } = await cenote("key", "create", id);
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  expect(
    await post("/v1/chat/completions", { model: CHAT_MODEL, messages: [{ role: "user", content: "Hello!" }] }),
  ).toMatchObject({ object: "chat.completion", usage: { cost_mxn: expect.any(Number) } });
  expect(await post("/v1/images/generations", { model: FAL_IMAGE, prompt: "a cenote" })).toMatchObject({
    data: [{ url: expect.any(String) }],
    usage: { cost_mxn: expect.any(Number) },
  });
  expect(await cenote("ledger", "verify")).toMatchObject({ ok: true });

  const metrics = (await Promise.all(metricsPorts.map(metricsAt))).join("\n");
  expect(metrics).toContain('cenote_gateway_requests_total{route="/v1/chat/completions",status="200"} 1');
  expect(metrics).toMatch(/^cenote_route_tries_total\{route="\S+",outcome="ok"\} 1$/m);
  // Images take long: their times are not counted with those of text, which an alert watches.
  expect(metrics.match(/^cenote_route_first_content_seconds_count\{.*$/gm)).toHaveLength(1);
  expect(metrics).toMatch(/^cenote_media_route_tries_total\{route="fal\/\S+",outcome="ok"\} 1$/m);
  expect(metrics).toMatch(/^cenote_media_route_answer_seconds_count\{route="fal\/\S+"\} 1$/m);
  expect(metrics).toMatch(/^cenote_ledger_commit_seconds_count\{outcome="committed"\} [1-9]/m);
  expect(metrics).toContain("cenote_media_overdue_seconds 0");

  for (const child of [...children].reverse()) expect(await child.terminate(PATIENCE_MS)).toBe(0);
  await expect(probe({ PORT: String(port) })).rejects.toMatchObject({ code: 1 });
});
