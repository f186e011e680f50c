import { createMetrics } from "./metrics";
import { startProbeServer, type ProbeServer } from "./probe-server";

const metrics = createMetrics({ runtime: false });
let server: ProbeServer;
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

beforeAll(async () => {
  server = await startProbeServer({ host: "127.0.0.1", port: 0, metrics });
});
afterAll(() => server?.close());

test("reports liveness to an orchestrator", async () => {
  const response = await get("/healthz");
  expect([response.status, await response.json()]).toEqual([200, { status: "alive" }]);
});

test("serves metrics to Prometheus", async () => {
  metrics.counter({ name: "cenote_calls_total", help: "Calls" }).labels().inc(3);
  const response = await get("/metrics");
  expect(response.headers.get("content-type")).toBe(metrics.contentType);
  expect(await response.text()).toContain("cenote_calls_total 3");
});

test("serves nothing else", async () => {
  expect((await get("/")).status).toBe(404);
});

test("fails a metrics request as a whole, rather than sending half", async () => {
  const broken = await startProbeServer({
    host: "127.0.0.1",
    port: 0,
    metrics: { ...metrics, render: () => Promise.reject(new Error("broken")) },
  });
  await expect(fetch(`http://127.0.0.1:${broken.port}/metrics`)).rejects.toThrow("fetch failed");
  await broken.close();
});

test("reports a port in use", async () => {
  await expect(startProbeServer({ host: "127.0.0.1", port: server.port, metrics })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

test("closes without waiting for a kept-alive connection", async () => {
  const other = await startProbeServer({ host: "127.0.0.1", port: 0, metrics });
  await (await fetch(`http://127.0.0.1:${other.port}/healthz`)).text();
  await other.close();
  await expect(fetch(`http://127.0.0.1:${other.port}/healthz`)).rejects.toThrow("fetch failed");
});
