import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createConnectProxy } from "@cenote/proxies/testing";
import { createFetchRate } from "./fetch-rate";

const fetchRateOverHttp = createFetchRate(undefined);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const serve = async (listener: RequestListener): Promise<string> => {
  const started = (server = createServer(listener));
  await new Promise<void>((resolve) => {
    started.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/rate`;
};

const limits = { timeoutMs: 100_000, maxBytes: 1_000 };

describe("fetching a rate over HTTP", () => {
  test("sends the headers and returns the parsed body", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers["bmx-token"] as string);
      response.end(JSON.stringify({ mxn: 17.5, ñ: "ñ" }));
    });
    expect(await fetchRateOverHttp({ url, headers: { "Bmx-Token": "secret" } }, limits)).toEqual({ mxn: 17.5, ñ: "ñ" });
    expect(seen).toEqual(["GET", "/rate", "secret"]);
  });

  test.each([
    [
      "an error status",
      /429/,
      (_request, response) => {
        response.writeHead(429).end("{}");
      },
    ],
    [
      "a body that is no JSON",
      /JSON/,
      (_request, response) => {
        response.end("<html>");
      },
    ],
    [
      "a body beyond the limit",
      /longer than 1000 bytes/,
      (_request, response) => {
        response.end(JSON.stringify("x".repeat(2_000)));
      },
    ],
    [
      "a redirect, which could carry the token elsewhere",
      /302/,
      (_request, response) => {
        response.writeHead(302, { location: "/elsewhere" }).end();
      },
    ],
    [
      "a cut answer",
      /aborted/,
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" }).write("{", () => {
          response.destroy();
        });
      },
    ],
  ] as [string, RegExp, RequestListener][])("treats %s as a failure", async (_what, message, listener) => {
    await expect(fetchRateOverHttp({ url: await serve(listener), headers: {} }, limits)).rejects.toThrow(message);
  });

  test("times out on a source that does not answer", async () => {
    const url = await serve(() => {});
    await expect(fetchRateOverHttp({ url, headers: {} }, { ...limits, timeoutMs: 50 })).rejects.toThrow("timeout");
  });

  test("goes through the proxy for the source's host", async () => {
    const url = await serve((request, response) => {
      response.end(JSON.stringify({ path: request.url }));
    });
    const proxy = await createConnectProxy(Number(new URL(url).port));
    const fetchRate = createFetchRate({ http: `http://${proxy.host}` });
    expect(await fetchRate({ url: "http://rates.test/rate", headers: {} }, limits)).toEqual({ path: "/rate" });
    expect(proxy.asked).toEqual(["rates.test:80"]);
    await proxy.close();
  });
});
