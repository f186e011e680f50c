import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cenoteYaml } from "./harness/cenote-yaml";
import { ask, createClient } from "./harness/client";
import { type Answer, type Collector, startCollector } from "./harness/collector";
import { eventually } from "./harness/eventually";
import { type Simulator, startSimulator } from "./harness/simulator";
import { startSystem, type System } from "./harness/system";

const CALLS = 20;
const LOSS = "traces could not be sent";

let simulator: Simulator | undefined;
let system: System | undefined;
let collector: Collector | undefined;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterEach(async () => {
  await system?.dispose();
  await collector?.stop();
  collector = undefined;
});
afterAll(() => simulator?.stop());

const startTraced = async (endpoint: string, more: Readonly<Record<string, string>> = {}): Promise<System> => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: "200", ...more };
  system = await startSystem({ yaml: cenoteYaml({ simulatorUrl: simulator?.url ?? "" }), env });
  return system;
};

const callAll = async (running: System): Promise<number[]> => {
  const client = createClient(running);
  const statuses: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const response = await client.post("/v1/chat/completions", ask("Hi", { stream: index % 2 === 0 }));
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
};

const linesOf = (running: System): Record<string, unknown>[] =>
  running
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const ANSWERED = Array.from({ length: CALLS }, () => 200);

test("a collector that is down costs calls nothing, is logged, and does not delay a stop", async () => {
  // The exporter retries a refused connection for this long.
  const running = await startTraced("http://127.0.0.1:1", { OTEL_EXPORTER_OTLP_TIMEOUT: "1000" });
  expect(await callAll(running)).toEqual(ANSWERED);
  // A process that stalled for a second before its first try reports a timeout first, and this error a minute later.
  const line = await eventually("the loss is logged", async () => {
    const found = linesOf(running).find(({ msg, reason }) => msg === LOSS && reason === "ECONNREFUSED");
    if (found === undefined) await createClient(running).postJson("/v1/chat/completions", ask("Hi"));
    return found;
  });
  expect(line).toMatchObject({ level: "warn" });
  expect(await callAll(running)).toEqual(ANSWERED);
  expect(await running.stop()).toBe(0);
  expect(linesOf(running).filter(({ msg }) => String(msg).startsWith("stopping"))).toEqual([]);
});

const NONSENSE: Readonly<Record<string, Answer>> = {
  "never answers": () => {},
  "answers a page": (response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>marker-of-collector</html>");
  },
  "knows nothing of traces": (response) => {
    response.writeHead(404).end("marker-of-collector");
  },
  "is no HTTP server": (response) => {
    response.socket?.end("HTTP/9.9 marker-of-collector\r\n\r\n");
  },
  "hangs up": (response) => {
    response.socket?.destroy();
  },
};

test("collectors with invalid answers cost calls nothing either", async () => {
  const answers = Object.values(NONSENSE);
  let turn = 0;
  collector = await startCollector((response) => {
    answers[turn % answers.length]?.(response);
    turn += 1;
  });
  const running = await startTraced(collector.url);
  for (const _answer of answers) expect(await callAll(running)).toEqual(ANSWERED);
  expect(await running.stop()).toBe(0);
  expect(turn).toBeGreaterThan(0);
  expect(running.output()).not.toContain("marker-of-collector");
  expect(linesOf(running).filter(({ msg }) => String(msg).startsWith("stopping"))).toEqual([]);
});

test("without a collector, the SDK is not loaded", async () => {
  system = await startSystem({
    yaml: cenoteYaml({ simulatorUrl: simulator?.url ?? "" }),
    env: { NODE_DEBUG: "module" },
  });
  expect(await callAll(system)).toEqual(ANSWERED);
  const loaded = new Set([...system.output().matchAll(/ load "(\S+\/dist\/\S+\.js)"/g)].map(([, path = ""]) => path));
  const folders = new Set([...loaded].map((path) => dirname(path)));
  const withSdk = [...folders]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".js") && readFileSync(path, "utf8").includes("BatchSpanProcessor"));
  expect(withSdk).not.toEqual([]);
  expect(withSdk.filter((path) => loaded.has(path))).toEqual([]);
});
