import { get } from "node:http";
import { CenoteError } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { startGateway } from "../../testing/start-gateway";

const away = () => Promise.reject(new CenoteError("overloaded"));

describe("probes", () => {
  it("report liveness, readiness and metrics, without a key", async () => {
    const { url, gateway, post } = await startGateway();
    await (await post("/v1/embeddings", { model: "m", input: "a" })).text();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "alive" });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get("content-type")).toMatch(/^text\/plain/);
    const text = await metrics.text();
    expect(text).toContain(`cenote_gateway_requests_total{route="/v1/embeddings",status="200"} 1`);
    expect(text).toContain(`cenote_gateway_overhead_seconds_count{route="/v1/embeddings"} 1`);
    expect(text).toContain("cenote_gateway_open_calls 0");
    await gateway.close(0);
  });

  it("do not serve metrics through a proxy", async () => {
    const { url, gateway } = await startGateway();
    const response = await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    await gateway.close(0);
  });

  it("nor to anybody who asks for the public address, whose proxy may not say that it is one", async () => {
    const { url, gateway } = await startGateway({ settings: { publicUrl: () => "https://ai.example.com" } });
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        get(`${url}/metrics`, { headers: { host } }, (response) => {
          resolve(response.resume().statusCode);
        }).once("error", reject);
      });
    expect([await statusFor("ai.example.com"), await statusFor("gateway:8080")]).toEqual([404, 200]);
    await gateway.close(0);
  });

  it("check once for concurrent requests", async () => {
    let looks = 0;
    const asked = deferred();
    const answered = deferred();
    const { url, gateway } = await startGateway({
      billing: {
        getFxRate: async () => {
          looks++;
          asked.resolve();
          await answered.promise;
          return { rate: undefined };
        },
      },
    });
    const first = fetch(`${url}/readyz`);
    await asked.promise;
    const others = Array.from({ length: 20 }, () => fetch(`${url}/readyz`));
    // This one is answered after them in the same process, so by now all of them have been read.
    await (await fetch(`${url}/healthz`)).text();
    answered.resolve();
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual(
      Array.from({ length: 21 }, () => 200),
    );
    expect(looks).toBeLessThan(21);
    await gateway.close(0);
  });

  it("are not logged", async () => {
    const lines: object[] = [];
    const { url, gateway, request } = await startGateway({
      log: {
        debug: () => {},
        info: (fields) => {
          lines.push(fields);
        },
        warn: () => {},
        error: () => {},
      },
    });
    for (const path of ["/healthz", "/readyz", "/metrics"]) await (await fetch(`${url}${path}`)).text();
    await (await request("/v1/models")).text();
    await gateway.close(0);
    expect(lines).toMatchObject([{ route: "/v1/models" }]);
  });

  it.each([
    ["billing", { billing: { getFxRate: away, listClientTokens: away } }],
    ["inference", { inference: { listModels: away } }],
    ["the database", { billing: { listClientTokens: away } }],
  ])("are not ready while %s is unavailable, but still alive", async (name, options) => {
    const { url, gateway } = await startGateway(options);
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({ error: { code: "overloaded", message: `${name} does not answer.` } });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await gateway.close(0);
  });

  it("name every unavailable part", async () => {
    const { url, gateway } = await startGateway({
      billing: { listClientTokens: away },
      inference: { listModels: away },
      media: { listVideos: away },
    });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { message: "the database, inference, media do not answer." },
    });
    await gateway.close(0);
  });

  it("are ready without media, and say so: chat and embeddings need none", async () => {
    const { url, gateway } = await startGateway({ media: { listVideos: away } });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ready", unavailable: ["media"] });
    await gateway.close(0);
  });

  it("are not ready while a part does not answer", async () => {
    const clock = createManualClock();
    const asked = deferred();
    const { url, gateway } = await startGateway({
      clock,
      billing: {
        getFxRate: () => {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const response = fetch(`${url}/readyz`);
    await asked.promise;
    await clock.advance(2000);
    expect((await response).status).toBe(503);
    await gateway.close(0);
  });
});
