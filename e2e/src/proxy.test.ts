import { createServer } from "node:http";
import { type Socket, connect } from "node:net";
import { ask, type ChatCompletion } from "./harness/client";
import { PRICES } from "./harness/cenote-yaml";
import { eventually } from "./harness/eventually";
import { listenOnLoopback, type LoopbackServer } from "./harness/loopback";
import { withSystem } from "./harness/with-system";

const SECRET = "s3cret-of-the-proxy";
const connectRequests: string[] = [];
const proxy = createServer();
proxy.on("connect", ({ url = "" }, socket: Socket) => {
  connectRequests.push(url);
  socket.on("error", () => {});
  if (!url.startsWith("open.p.test:")) {
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    return;
  }
  const provider = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
  });
  provider.on("error", () => {
    socket.destroy();
  });
  socket.on("close", () => {
    provider.destroy();
  });
  provider.pipe(socket).pipe(provider);
});
let listening: LoopbackServer | undefined;

const harness = withSystem({
  async env() {
    listening = await listenOnLoopback(proxy);
    return { HTTP_PROXY: `http://user:${SECRET}@127.0.0.1:${listening.port}` };
  },
  more(simulatorUrl) {
    const { port } = new URL(simulatorUrl);
    const provider = (host: string) => ({
      kind: "openai-compatible",
      base_url: `http://${host}:${port}/p/v1`,
      api_key: "k",
    });
    const chat = (id: string, ...providers: readonly string[]) => ({
      id,
      type: "chat",
      price_usd: PRICES.chat,
      routes: providers.map((name) => ({ provider: name, model: "m" })),
    });
    return {
      providers: { open: provider("open.p.test"), closed: provider("closed.p.test"), near: provider("127.0.0.1") },
      models: [
        chat("proxied/open", "open"),
        chat("proxied/near", "near"),
        chat("proxied/closed", "closed"),
        chat("proxied/either", "closed", "open"),
      ],
    };
  },
});
// After the system, whose tunnels go through it.
afterAll(() => listening?.stop());

const complete = (model: string) =>
  harness().client.postJson<ChatCompletion & { error?: { message: string } }>(
    "/v1/chat/completions",
    ask("Hi", { model }),
  );

test("providers are called through the proxy of HTTP_PROXY, except those on this machine", async () => {
  expect((await complete("proxied/open")).status).toBe(200);
  expect(connectRequests.map((authority) => authority.split(":")[0])).toEqual(["open.p.test"]);
  expect((await complete("proxied/near")).status).toBe(200);
  expect(connectRequests).toHaveLength(1);
});

test("if the proxy refuses a provider, the next route answers, and the log names the proxy without its password", async () => {
  const answer = await complete("proxied/either");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-gateway-attempts")).not.toBe("1");
  expect(await complete("proxied/closed")).toMatchObject({
    status: 502,
    body: {
      error: {
        message: expect.stringContaining("The proxy for outgoing calls does not lead to the provider (HTTP 403)."),
      },
    },
  });
  const port = listening?.port;
  const output = await eventually("the proxy in the log", async () => {
    const text = harness().system.output();
    return text.includes(`"origin":"http://127.0.0.1:${port}"`) ? text : undefined;
  });
  expect(output).toContain(`http through 127.0.0.1:${port}`);
  expect(output).not.toContain(SECRET);
});
