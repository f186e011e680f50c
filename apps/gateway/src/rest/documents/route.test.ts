import { type RunningGateway, startGateway } from "../../testing/start-gateway";

describe("the reference page", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it("is served entirely by this server, without a key", async () => {
    const page = await (await fetch(`${running.url}/docs`)).text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const asset = await fetch(new URL(address, running.url));
      expect([address, asset.status, new URL(asset.url).origin]).toEqual([address, 200, running.url]);
    }
  });

  it("may not load or connect elsewhere, nor be framed", async () => {
    const policy = (await fetch(`${running.url}/docs`)).headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
  });

  it("reads the OpenAPI document from this server, and has no external validator", async () => {
    const script = await (await fetch(`${running.url}/docs/static/swagger-initializer.js`)).text();
    expect(script).toContain(`"validatorUrl":null`);
    expect((await fetch(`${running.url}/docs/json`)).status).toBe(200);
  });
});
