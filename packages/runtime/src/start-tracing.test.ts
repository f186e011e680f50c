import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { Lifecycle, StopFunction } from "./lifecycle";
import { startTracing } from "./start-tracing";

const setUp = (endpoint: string | undefined, env: Record<string, string> = {}) => {
  const stops: [string, StopFunction][] = [];
  const lifecycle: Lifecycle = {
    onStop: (name, stop) => {
      stops.push([name, stop]);
    },
    stop: () => Promise.resolve(true),
    isStopping: false,
  };
  return {
    stops,
    started: startTracing({ endpoint, service: "test", log: silentLog, lifecycle, env, clock: createManualClock() }),
  };
};

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
});

test("without an endpoint nothing is traced, and there is nothing to stop", async () => {
  const { started, stops } = setUp(undefined);
  expect(await started).toBeUndefined();
  expect(stops).toEqual([]);
});

test("with one, traces are recorded, and stopped with the process", async () => {
  const { started, stops } = setUp("http://127.0.0.1:1");
  expect((await started)?.begin("a").run(() => "done")).toBe("done");
  expect(stops.map(([name]) => name)).toEqual(["traces"]);
  await stops[0]?.[1]();
});

test("OpenTelemetry variables in a .env file are passed to its SDK, the process's own take precedence, and other variables are not exported", async () => {
  process.env.OTEL_SERVICE_NAME = "set";
  await setUp("http://127.0.0.1:1", {
    OTEL_EXPORTER_OTLP_HEADERS: "a=b",
    OTEL_SERVICE_NAME: "file",
    OPENAI_API_KEY: "k",
  }).started;
  expect({ headers: process.env.OTEL_EXPORTER_OTLP_HEADERS, name: process.env.OTEL_SERVICE_NAME }).toEqual({
    headers: "a=b",
    name: "set",
  });
  expect(process.env.OPENAI_API_KEY).not.toBe("k");
});

test("mistakes in them are reported at start-up", async () => {
  await expect(setUp("http://127.0.0.1:1", { OTEL_TRACES_SAMPLER: "sometimes" }).started).rejects.toThrow(
    "OTEL_TRACES_SAMPLER",
  );
});
