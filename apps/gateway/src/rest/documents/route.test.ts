import { once } from "node:events";
import { createManualClock } from "@cenote/testkit";
import { openRawConnection } from "../../testing/raw-connection";
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

  it("has no file that the library has not, and says so as everything here does", async () => {
    const answer = await fetch(`${running.url}/docs/static/nope.js`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: "not_found", request_id: answer.headers.get("x-request-id") }) },
    ]);
  });

  it("gives the document under both addresses", async () => {
    const [own, page] = await Promise.all(
      ["/openapi.json", "/docs/json"].map((path) => fetch(`${running.url}${path}`)),
    );
    expect(await own?.json()).toEqual(await page?.json());
  });
});

test("a reader who takes nothing of the page's files is disconnected, and the files are closed", async () => {
  const clock = createManualClock();
  const { url, gateway } = await startGateway({ clock });
  const connection = await openRawConnection(url);
  connection.socket.pause();
  // More than two local sockets buffer.
  connection.send("GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n".repeat(12));
  let isClosed = false;
  const closed = once(connection.socket, "close").then(() => {
    isClosed = true;
  });
  const wait = async (ms: number) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    await clock.advance(ms);
  };
  await wait(59_000);
  await wait(200_000);
  connection.socket.resume();
  await Promise.race([closed, wait(0).then(() => wait(0))]);
  expect(isClosed).toBe(true);
  await gateway.close(0);
});
