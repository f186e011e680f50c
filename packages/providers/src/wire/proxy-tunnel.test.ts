import { once } from "node:events";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, type Socket } from "node:net";
import { silentLog } from "@cenote/core";
import { createProxyFinder } from "@cenote/proxies";
import { createConnectProxy, TEST_CERTIFICATE, TEST_KEY } from "@cenote/proxies/testing";
import { createManualClock } from "@cenote/testkit";
import { Agent, buildConnector } from "undici";
import { createProviderClient } from "../client";
import { openAiCompatible } from "../openai-compatible/adapter";
import { CALL, KEY, LIMITS, failureOf } from "../testing/client-harness";
import { type UpstreamConnection, createUpstream, jsonAnswer } from "../testing/upstream";
import { createHttp } from "./create-http";
import { type Connector, createTunnel } from "./proxy-tunnel";

const ANSWER = jsonAnswer({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
const SECRET = "s3cret-of-the-proxy";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});
const closed = <Part extends { close(): Promise<void> }>(part: Part): Part => {
  open.push(part);
  return part;
};

const portOf = (origin: string): number => Number(new URL(origin).port);

/** A client whose calls to `http://api.p.test` go through a proxy that leads to `answer`. */
const setUp = async (answer: (connection: UpstreamConnection) => void, ofProxy?: (socket: Socket) => boolean) => {
  const upstream = closed(await createUpstream(answer));
  const proxy = closed(await createConnectProxy(portOf(upstream.origin), ofProxy));
  const http = closed(createHttp({ proxies: { http: `http://user:${SECRET}@${proxy.host}`, bypass: "other.test" } }));
  const clock = createManualClock();
  const caller = new AbortController();
  const client = createProviderClient(openAiCompatible, { http, clock, log: silentLog });
  const complete = (baseUrl = "http://api.p.test/v1") =>
    client.completeChat(
      CALL,
      { provider: "p", baseUrl, apiKey: KEY, model: "m" },
      { limits: LIMITS, signal: caller.signal },
    );
  return { upstream, proxy, http, clock, caller, complete };
};

describe("a provider behind a proxy", () => {
  test("is called through a tunnel, which is kept for the next call and shows it no credentials", async () => {
    const { upstream, proxy, complete } = await setUp(({ socket }) => {
      socket.write(ANSWER);
    });
    expect((await complete()).text).toBe("Hi");
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect((await complete()).text).toBe("Hi");
    expect(proxy.asked).toEqual(["api.p.test:80"]);
    expect(proxy.credentials).toEqual([`Basic ${btoa(`user:${SECRET}`)}`]);
    expect(upstream.requests.map(({ request }) => request.split("\r\n", 1)[0])).toEqual([
      "POST /v1/chat/completions HTTP/1.1",
      "POST /v1/chat/completions HTTP/1.1",
    ]);
    expect(upstream.requests.map(({ request }) => request).join("")).not.toMatch(/proxy-/i);
  });

  test("of this machine is called without it", async () => {
    const { upstream, proxy, complete } = await setUp(({ socket }) => {
      socket.write(ANSWER);
    });
    expect((await complete(`${upstream.origin}/v1`)).text).toBe("Hi");
    expect(proxy.asked).toEqual([]);
  });

  test("hears at once that the caller left", async () => {
    const { upstream, caller, complete } = await setUp(() => {});
    const left = failureOf(complete());
    await upstream.received(1);
    caller.abort();
    expect(await left).toMatchObject({ kind: "aborted" });
    await upstream.idle();
  });

  test.each([
    [403, "The proxy for outgoing calls does not lead to the provider (HTTP 403)."],
    [407, "The proxy for outgoing calls asks for other credentials (HTTP 407)."],
  ])(
    "is unreachable if the proxy answers %d; which proxy is for the log, its password for nobody",
    async (status, message) => {
      const { proxy, upstream, complete } = await setUp(
        () => {},
        (socket) => socket.write(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`),
      );
      const failure = await failureOf(complete());
      expect(failure).toMatchObject({ kind: "unreachable", message, origin: `http://${proxy.host}`, sent: false });
      expect(JSON.stringify([failure, failure.stack, failure.cause])).not.toContain(SECRET);
      expect(upstream.requests).toHaveLength(0);
      expect(proxy.asked).toHaveLength(1);
    },
  );

  test("is unreachable if the proxy hangs up or is not there, and asked for once", async () => {
    const { proxy, complete } = await setUp(
      () => {},
      (socket) => {
        socket.destroy();
        return true;
      },
    );
    expect(await failureOf(complete())).toMatchObject({
      kind: "unreachable",
      message: "The proxy for outgoing calls can't be reached (ECONNRESET).",
    });
    expect(proxy.asked).toHaveLength(1);
    await proxy.close();
    open.splice(open.indexOf(proxy), 1);
    expect(await failureOf(complete())).toMatchObject({
      kind: "unreachable",
      message: "The proxy for outgoing calls refuses connections.",
      origin: `http://${proxy.host}`,
    });
  });

  test("is given up in time, with the connection to a proxy that is silent", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<Socket>();
    const { clock, complete } = await setUp(
      () => {},
      (socket) => {
        resolve(socket);
        return true;
      },
    );
    const failure = failureOf(complete());
    const socket = await asked;
    const gone = once(socket, "end");
    socket.resume();
    await clock.advance(LIMITS.connectMs + 1);
    expect(await failure).toMatchObject({ kind: "timeout", phase: "connect" });
    await gone;
  });

  test("is asked for by no address that a stranger named: the proxy would look it up", async () => {
    const { proxy } = await setUp(() => {});
    const http = closed(
      createHttp({
        proxies: { http: `http://${proxy.host}` },
        resolve: (_hostname, _options, callback) => {
          callback(null, [{ address: "10.0.0.1", family: 4 }]);
        },
      }),
    );
    const { promise, resolve } = Promise.withResolvers<unknown>();
    http.send(
      { method: "GET", url: "http://api.p.test/", headers: {} },
      { onConnected() {}, onAnswer() {}, onBytes() {}, onEnd() {}, onFailure: resolve },
      { reach: "public" },
    );
    expect(await promise).toMatchObject({ kind: "rejected" });
    expect(proxy.asked).toEqual([]);
  });
});

test("TLS with the provider is inside of the tunnel, under the provider's name", async () => {
  const names: unknown[] = [];
  const server = createHttpsServer(
    {
      cert: TEST_CERTIFICATE,
      key: TEST_KEY,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    },
    (_request, response) => {
      response.end("secret");
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closed({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const proxy = closed(await createConnectProxy((server.address() as AddressInfo).port));
  const found = createProxyFinder({ https: `http://${proxy.host}` })({
    protocol: "https:",
    hostname: "api.p.test",
    port: "",
  });
  if (found === undefined) throw new Error("no proxy");
  const connector = buildConnector({ ca: TEST_CERTIFICATE, allowH2: false }) as Connector;
  const tunnel = createTunnel({ secure: connector, timeoutMs: 60_000, maxHeaderBytes: 65_536 });
  const agent = closed(
    new Agent({
      connect: (options, callback) => {
        tunnel(found, options, callback);
      },
    }),
  );
  const { body } = await agent.request({ origin: "https://api.p.test", path: "/", method: "GET" });
  expect(await body.text()).toBe("secret");
  expect(proxy.asked).toEqual(["api.p.test:443"]);
  expect(names).toEqual(["api.p.test"]);
});
