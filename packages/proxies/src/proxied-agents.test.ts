import dns from "node:dns";
import { once } from "node:events";
import { type Agent, createServer, get as getPlain } from "node:http";
import { createServer as createSecureServer, get as getSecure } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { createProxiedAgents } from "./proxied-agents";
import { createConnectProxy, TEST_CERTIFICATE, TEST_KEY } from "./testing";

const CERTIFIED = { cert: TEST_CERTIFICATE, key: TEST_KEY };
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
});

const serve = async (isSecure: boolean): Promise<number> => {
  const server = isSecure ? createSecureServer(CERTIFIED) : createServer();
  server.on("request", (request, response) => response.end(`answer to ${request.url}`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
};

/** As if the machine trusted the certificate. */
const trust = () => {
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  jest
    .spyOn(tls, "connect")
    .mockImplementation(((options: tls.ConnectionOptions) => connect({ ...options, ca: TEST_CERTIFICATE })) as never);
};

const ask = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const get = url.startsWith("https:") ? getSecure : getPlain;
    get(url, { agent }, (response) => {
      let text = "";
      response
        .on("data", (bytes) => (text += String(bytes)))
        .on("end", () => {
          resolve(text);
        });
    }).on("error", reject);
  });

const throughProxy = async (isSecureHost: boolean, isSecureProxy: boolean, answer?: string) => {
  const port = await serve(isSecureHost);
  const proxy = await createConnectProxy(
    port,
    (socket) => answer !== undefined && socket.write(answer),
    isSecureProxy ? CERTIFIED : undefined,
  );
  closing.push(() => proxy.close());
  const url = `${isSecureProxy ? "https" : "http"}://user:pass@${proxy.host}`;
  const agents = createProxiedAgents({ https: url, http: url, bypass: "near.test" });
  closing.push(() => {
    agents.http.destroy();
    agents.https.destroy();
  });
  return { port, proxy, agents };
};

test.each([
  ["http", "http"],
  ["https", "http"],
  ["http", "https"],
  ["https", "https"],
] as const)(
  "a host with %s is reached through a proxy with %s, over one connection for two requests",
  async (host, proxyScheme) => {
    trust();
    const { proxy, agents } = await throughProxy(host === "https", proxyScheme === "https");
    for (const path of ["/first", "/second"])
      expect(await ask(`${host}://api.p.test${path}`, agents[host])).toBe(`answer to ${path}`);
    expect(proxy.asked).toEqual([`api.p.test:${host === "https" ? 443 : 80}`]);
    expect(proxy.credentials).toEqual([`Basic ${btoa("user:pass")}`]);
  },
);

test("this machine is reached without the proxy", async () => {
  const { port, proxy, agents } = await throughProxy(false, false);
  expect(await ask(`http://127.0.0.1:${port}/`, agents.http)).toBe("answer to /");
  expect(proxy.asked).toEqual([]);
});

test("the host's certificate is checked inside the tunnel", async () => {
  trust();
  const { agents } = await throughProxy(true, false);
  await expect(ask("https://other.test/", agents.https)).rejects.toThrow(/altnames/);
});

test("a proxy that refuses, or whose certificate is not trusted, is a ProxyFailure", async () => {
  const refusing = await throughProxy(true, false, "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
  await expect(ask("https://api.p.test/", refusing.agents.https)).rejects.toMatchObject({
    name: "ProxyFailure",
    message: "The proxy for outgoing calls asks for other credentials (HTTP 407).",
  });
  const untrusted = await throughProxy(true, true);
  await expect(ask("https://api.p.test/", untrusted.agents.https)).rejects.toMatchObject({ name: "ProxyFailure" });
  expect(untrusted.proxy.asked).toEqual([]);
});

test.each([false, true])("a proxy of two addresses is reached by a busy process (over TLS: %s)", async (isSecure) => {
  trust();
  const { proxy } = await throughProxy(false, isSecure);
  const lookup = jest.spyOn(dns, "lookup").mockImplementation(((
    _host: string,
    _options: object,
    callback: (...found: [null, dns.LookupAddress[]]) => void,
  ) => {
    callback(null, [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
    // It is busy while it connects, for longer than Node gives an address.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }) as never);
  const url = `${isSecure ? "https" : "http"}://api.p.test:${new URL(`http://${proxy.host}`).port}`;
  const agents = createProxiedAgents({ http: url });
  closing.push(() => {
    agents.http.destroy();
  });
  expect(await ask("http://host.test/", agents.http)).toBe("answer to /");
  expect(lookup).toHaveBeenCalledTimes(1);
});
