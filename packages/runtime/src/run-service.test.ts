import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@cenote/testkit";
import { runService, type ServiceParts, type ServiceProcess } from "./run-service";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cenote-run-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const config = (fields: { readonly probePort?: number } = {}) =>
  ({
    system: {
      host: "127.0.0.1",
      logLevel: "silent",
      dataDir,
      internalToken: "a token",
      internalTokenFormer: undefined,
      otlpEndpoint: undefined,
    },
    ...fields,
  }) as const;

const createProcess = ({ hasParent = false } = {}) => {
  const listeners = new Map<string, (cause: unknown) => void>();
  const said: unknown[] = [];
  const exited = Promise.withResolvers<number>();
  const host: ServiceProcess = {
    on: (event, listener) => listeners.set(event, listener),
    exit: (code) => {
      exited.resolve(code);
    },
    stdout: { write: (text) => said.push(text) },
    stderr: { write: (text) => said.push(`error: ${text}`) },
    ...(hasParent && { send: (message) => said.push(message) }),
  };
  return {
    host,
    said,
    exited: exited.promise,
    signal: (name: string) => {
      listeners.get(name)?.(undefined);
    },
  };
};

const service = { name: "billing", stopLimitMs: 60_000, readConfig: config, start: async () => "127.0.0.1:9090" };

test("without a parent it prints its address on standard output", async () => {
  const { host, said } = createProcess();
  await runService(service, host);
  expect(said).toEqual(["ready 127.0.0.1:9090\n"]);
});

test("with a parent it reports to that, and leaves SIGINT to it", async () => {
  const { host, said, signal, exited } = createProcess({ hasParent: true });
  const stops: string[] = [];
  await runService(
    {
      ...service,
      async start({ lifecycle }) {
        lifecycle.onStop("server", () => {
          stops.push("server");
        });
        return "127.0.0.1:9090";
      },
    },
    host,
  );
  expect(said).toEqual([{ alive: true }, { ready: "127.0.0.1:9090" }]);
  signal("SIGINT");
  expect(stops).toEqual([]);
  signal("SIGTERM");
  expect(await exited).toBe(0);
  expect(stops).toEqual(["server"]);
});

test.each([
  [
    "a wrong configuration",
    {
      readConfig: () => {
        throw new Error("MONGODB_URI is needed");
      },
    },
  ],
  ["a start that fails", { start: () => Promise.reject(new Error("MONGODB_URI is needed")) }],
])("%s is reported without a stack trace, and exits 1", async (_what, fails) => {
  const { host, said, exited } = createProcess();
  await runService({ ...service, ...fails }, host);
  expect(await exited).toBe(1);
  expect(said).toEqual(["error: billing: MONGODB_URI is needed\n"]);
});

test("a start that fails because a stop has closed what it waited for is no failure: the stop ends in order", async () => {
  const { host, said, signal, exited } = createProcess();
  const { promise: closed, reject: close } = Promise.withResolvers<string>();
  const running = runService(
    {
      ...service,
      start({ lifecycle }) {
        lifecycle.onStop("database", async () => {
          close(new Error("the client was closed"));
          await new Promise(setImmediate);
          said.push("database stopped");
        });
        signal("SIGTERM");
        return closed;
      },
    },
    host,
  );
  expect(await exited).toBe(0);
  await running;
  expect(said).toEqual(["database stopped"]);
});

test("the service gets the configured token, and health is served until it stops", async () => {
  const { host, signal, exited } = createProcess();
  let given: ServiceParts<ReturnType<typeof config>> | undefined;
  const port = await freePort();
  await runService(
    {
      ...service,
      readConfig: () => config({ probePort: port }),
      async start(parts) {
        given = parts;
        return "127.0.0.1:9090";
      },
    },
    host,
  );
  expect(given?.token).toBe("a token");
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  signal("SIGTERM");
  await exited;
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow(/./);
});

test("health and numbers are served while calls are drained, or a monitor takes an update for an outage", async () => {
  const { host, signal, exited } = createProcess();
  const port = await freePort();
  const statuses: number[] = [];
  await runService(
    {
      ...service,
      readConfig: () => config({ probePort: port }),
      async start({ lifecycle }) {
        lifecycle.onStop("drain", async () => {
          for (const path of ["healthz", "metrics"])
            statuses.push((await fetch(`http://127.0.0.1:${port}/${path}`)).status);
        });
        return "127.0.0.1:9090";
      },
    },
    host,
  );
  signal("SIGTERM");
  expect(await exited).toBe(0);
  expect(statuses).toEqual([200, 200]);
});
