import { gunzipSync, gzipSync } from "node:zlib";
import { openRawConnection } from "../testing/raw-connection";
import { type RunningGateway, startGateway } from "../testing/start-gateway";
import type { DashboardFile, DashboardFiles } from "./dashboard-files";

const file = (contentType: string, text: string): DashboardFile => ({
  contentType,
  body: Buffer.from(text),
  gzipped: gzipSync(text),
});
const dashboard: DashboardFiles = {
  page: file("text/html; charset=utf-8", "<!doctype html><title>page</title>"),
  assets: new Map([["assets/app-1a2b.js", file("text/javascript; charset=utf-8", "run()")]]),
};

describe("the dashboard's routes", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({ dashboard });
  });
  afterAll(() => running.gateway.close(0));
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${running.url}${path}`, { headers, redirect: "manual" });

  it.each([
    "/dashboard",
    "/dashboard/",
    "/dashboard/keys",
    "/dashboard/requests/req_1",
    "/dashboard?x=1",
    "/dashboard/constructor",
  ])("give the page at %s, to be asked for again each time", async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(await response.text()).toBe("<!doctype html><title>page</title>");
  });

  it("let the page load only its own files and connect only to this server", async () => {
    const { headers } = await get("/dashboard");
    const policy = new Map(
      (headers.get("content-security-policy") ?? "")
        .split("; ")
        .map((rule) => [rule.split(" ", 1)[0], rule.slice(rule.indexOf(" ") + 1)]),
    );
    expect(Object.fromEntries(policy)).toMatchObject({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "connect-src": "'self'",
      "img-src": "'self'",
      "media-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
    });
    expect([headers.get("x-content-type-options"), headers.get("referrer-policy")]).toEqual(["nosniff", "no-referrer"]);
  });

  it("serve assets as immutable, and a missing one as 404 rather than the page", async () => {
    const response = await get("/dashboard/assets/app-1a2b.js");
    expect([
      response.headers.get("cache-control"),
      response.headers.get("content-type"),
      response.headers.get("x-content-type-options"),
      await response.text(),
    ]).toEqual(["public, max-age=31536000, immutable", "text/javascript; charset=utf-8", "nosniff", "run()"]);
    expect((await get("/dashboard/assets/app-0000.js")).status).toBe(404);
    expect((await get("/dashboard/assets/..%2f..%2fpackage.json")).status).toBe(404);
  });

  it.each([
    ["gzip", true],
    ["br, gzip;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip;q=0.0, br", false],
    ["identity", false],
    ["", false],
  ])("answer to accept-encoding %p in gzip: %p", async (accepted, isGzipped) => {
    const connection = await openRawConnection(running.url);
    connection.send(
      `GET /dashboard/assets/app-1a2b.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: ${accepted}\r\n\r\n`,
    );
    const head = await connection.until(/\r\n\r\n/);
    expect(/content-encoding: gzip/i.test(head)).toBe(isGzipped);
    expect(head).toMatch(/vary: accept-encoding/i);
    connection.destroy();
  });

  it("serve intact gzip", () => {
    expect(gunzipSync(dashboard.page.gzipped)).toEqual(dashboard.page.body);
  });

  it("redirect browsers from the root to the page, and nobody else", async () => {
    const browser = await get("/", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect([browser.status, browser.headers.get("location"), browser.headers.get("vary")]).toEqual([
      302,
      "/dashboard",
      "accept",
    ]);
    const program = await get("/", { accept: "*/*" });
    expect([program.status, await program.json()]).toEqual([
      404,
      {
        error: expect.objectContaining({
          code: "not_found",
          message: expect.stringMatching(/`\/docs`.*`\/v1\/models`.*`\/dashboard`/),
        }),
      },
    ]);
  });

  it("are not in the OpenAPI document", async () => {
    const document = (await (await get("/openapi.json")).json()) as { readonly paths: object };
    expect(Object.keys(document.paths).filter((path) => !/^\/(v1|media)\//.test(path))).toEqual([]);
  });
});

describe("with media stored in a bucket", () => {
  it("the page may load media from it", async () => {
    const running = await startGateway({
      dashboard,
      files: { kind: "bucket", baseUrl: "https://media.example/cenote" },
    });
    const policy = (await fetch(`${running.url}/dashboard`)).headers.get("content-security-policy");
    expect(policy).toContain("img-src 'self' https://media.example; media-src 'self' https://media.example;");
    await running.gateway.close(0);
  });
});
