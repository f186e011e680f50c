import { type Browser, chromium, type Page } from "playwright-core";
import { CHAT_MODEL } from "./harness/cenote-yaml";
import { type Child, startChild } from "./harness/child";
import { findChromium } from "./harness/chromium";
import { ask, type ChatCompletion } from "./harness/client";
import { eventually } from "./harness/eventually";
import { freePort } from "./harness/free-port";
import { PATIENCE_MS } from "./harness/limits";
import { FAL_VIDEO, mediaCatalog } from "./harness/media-catalog";
import { inRoot } from "./harness/paths";
import { openTunnel, type Tunnel } from "./harness/tunnel";
import { withSystem } from "./harness/with-system";

let origin = "";
const harness = withSystem({
  async more(simulatorUrl) {
    origin = `http://127.0.0.1:${await freePort()}`;
    return { ...mediaCatalog(simulatorUrl), cors: { origins: [origin] } };
  },
});

const chromiumPath = findChromium();
const inBrowser = chromiumPath === undefined ? test.skip : test;

/** A page, and its network traffic. */
interface Watched {
  readonly page: Page;
  readonly faults: string[];
  /** Every request with its headers and body, and every WebSocket frame. */
  readonly sent: string[];
  /** Cross-origin HTTP requests to the gateway. */
  readonly crossed: string[];
}

let browser: Browser | undefined;
let server: Child | undefined;
let tunnel: Tunnel | undefined;
const theTunnel = (): Tunnel => {
  if (tunnel === undefined) throw new Error("no tunnel");
  return tunnel;
};

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  const { system } = harness();
  tunnel = await openTunnel(system.port);
  server = startChild({
    command: process.execPath,
    args: [inRoot("examples/graphql-page/server.js")],
    cwd: inRoot(),
    env: {
      PATH: process.env.PATH ?? "",
      PORT: new URL(origin).port,
      CENOTE_API_KEY: system.key,
      CENOTE_URL: tunnel.url,
    },
  });
  await server.line(/^http:\S+$/, PATIENCE_MS);
  browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  await server?.terminate(PATIENCE_MS);
  await tunnel?.close();
});
afterEach(async () => {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
});

const open = async (address: string, prepare?: (page: Page) => Promise<void>): Promise<Watched> => {
  if (browser === undefined) throw new Error("no browser");
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const watched: Watched = { page, faults: [], sent: [], crossed: [] };
  page.on("pageerror", (error) => watched.faults.push(error.message));
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      watched.sent.push(String(payload));
    });
  });
  page.on("request", (request) => {
    watched.sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
    if (request.method() === "POST" && request.url().startsWith(theTunnel().url)) watched.crossed.push(request.url());
  });
  await prepare?.(page);
  await page.goto(address);
  return watched;
};

const openWith = async (
  client: string,
  chat = CHAT_MODEL,
  prepare?: (page: Page) => Promise<void>,
): Promise<Watched> => {
  const watched = await open(`${origin}/?client=${client}&chat=${chat}&video=${FAL_VIDEO}`, prepare);
  await watched.page.getByText(/^[\d.]+ MXN available · this page may spend 50$/).waitFor();
  return watched;
};

const FIRST_TOKEN_S = 8;
/** The page starts nothing with a token that expires within this time: see its session.ts. */
const SPARE_S = 60;

/**
 * The page's first token expires soon, with this margin reduced by as much. @param tokens All tokens that the page
 * receives.
 */
const expireSoon =
  (tokens: string[]) =>
  async (page: Page): Promise<void> => {
    await page.route("**/token", async (route) => {
      const response = await route.fetch();
      let grant = (await response.json()) as { url: string; token: string; expires: string };
      if (tokens.length === 0) {
        const { data } = (await (
          await fetch(grant.url, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${harness().system.key}` },
            body: JSON.stringify({
              query: `mutation { createClientToken(input: { operations: [CHAT, BALANCE], budget: "50", ttlSeconds: ${FIRST_TOKEN_S} }) { secret clientToken { expires } } }`,
            }),
          })
        ).json()) as { data: { createClientToken: { secret: string; clientToken: { expires: string } } } };
        const { secret, clientToken } = data.createClientToken;
        const expires = new Date(Date.parse(clientToken.expires) + (SPARE_S - 1) * 1000).toISOString();
        grant = { ...grant, token: secret, expires };
      }
      tokens.push(grant.token);
      await route.fulfill({ response, json: grant });
    });
  };

/** Asks a question, and returns the turn it starts. */
const askIn = async (page: Page, question: string) => {
  await page.getByLabel("Question").fill(question);
  await page.getByRole("button", { name: "Ask" }).click();
  return page.locator("#turns article").last();
};

const isNow = (state: string) => `#turns article[data-state="${state}"]:last-child`;

describe.each([
  ["graphql-ws", 0],
  ["urql", 1],
  ["apollo", 1],
])("the example page with %s, in Chromium", (client, crossings) => {
  inBrowser("streams an answer, shows its cost, and stops one", async () => {
    const { system, simulator } = harness();
    const { page, faults, sent, crossed } = await openWith(client);
    const turn = await askIn(page, `hello [[sim words=40 hold=typed-${client} after=5]]`);
    await turn.locator(".answer", { hasText: /\w+ \w+/ }).waitFor();
    const early = await turn.locator(".answer").innerText();
    await simulator.release(`typed-${client}`);
    await turn.getByText(/ · \d+ tokens, \d\.\d+ MXN$/).waitFor();
    const whole = await turn.locator(".answer").innerText();
    expect(whole.startsWith(early.trim())).toBe(true);
    expect(whole.length).toBeGreaterThan(early.length);

    await askIn(page, `marker-stop-${client} [[sim words=300 hold=stop-${client} after=5]]`);
    await page.locator(`${isNow("typing")} .answer`, { hasText: /\w+ \w+/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(isNow("stopped")).waitFor();
    expect((await simulator.calls(`marker-stop-${client}`)).map(({ outcome }) => outcome)).toEqual(["aborted"]);

    expect(faults).toEqual([]);
    expect(crossed).toHaveLength(crossings);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.join("\n")).toContain("cen_ct_live_");
    expect(sent.join("\n")).not.toContain(system.key);
    expect(await page.content()).not.toContain(system.key);
  });

  inBrowser("shows errors before the answer, in the middle of it, and of a rejected question", async () => {
    const { page, faults } = await openWith(client);
    await askIn(page, '[[sim fault=status status=400 message="Refused by policy 7."]]');
    await page
      .locator(`${isNow("failed")} .status`, { hasText: "provider_unavailable: Refused by policy 7." })
      .waitFor();
    const cut = await askIn(page, '[[sim words=20 chunk_ms=20 fault=error_event after=5 message="Out of ink."]]');
    await page.locator(`${isNow("failed")} .status`, { hasText: "provider_unavailable: Out of ink." }).waitFor();
    expect(await cut.locator(".answer").innerText()).toMatch(/\w+ \w+/);
    await page.close();

    const other = await openWith(client, "");
    await askIn(other.page, "hi");
    await other.page.locator(`${isNow("failed")} .status`, { hasText: /^invalid_request_error: .*model/ }).waitFor();
    expect([...faults, ...other.faults]).toEqual([]);
  });

  inBrowser("continues its answer after the connection was lost, and pays once", async () => {
    const { client: rest, simulator } = harness();
    const question = `marker-lost-${client} [[sim words=60 hold=lost-${client} after=10]]`;
    const { page, faults } = await openWith(client);
    const turn = await askIn(page, question);
    await turn.locator(".answer", { hasText: /(\w+ ){4}/ }).waitFor();
    theTunnel().cut();
    await page.locator(isNow("lost")).waitFor();
    theTunnel().mend();
    await simulator.release(`lost-${client}`);
    await page.locator(isNow("whole")).waitFor();
    const answer = await turn.locator(".answer").innerText();
    expect(await simulator.calls(`marker-lost-${client}`)).toHaveLength(1);
    const { body } = await rest.postJson<ChatCompletion>("/v1/chat/completions", ask(question));
    expect(answer.trim()).toBe(body.choices[0]?.message.content?.trim());
    await page.getByText(/^[\d.]+ MXN available/).waitFor();
    expect(faults).toEqual([]);
  });

  inBrowser("finishes its answer when its token expires, and follows the balance with the next one", async () => {
    const { simulator } = harness();
    const tokens: string[] = [];
    const { page, faults, sent } = await openWith(client, CHAT_MODEL, expireSoon(tokens));
    const turn = await askIn(page, `hello [[sim words=40 hold=expiry-${client} after=5]]`);
    await turn.locator(".answer", { hasText: /\w+ \w+/ }).waitFor();
    const connectionsWith = (token = "none") =>
      sent.filter((frame) => frame.includes("connection_init") && frame.includes(token)).length;
    await eventually("a connection with the next token", () => connectionsWith(tokens[1]) > 0);
    await page.getByText(/^[\d.]+ MXN available/).waitFor();
    await simulator.release(`expiry-${client}`);
    await page.locator(isNow("whole")).waitFor();
    expect([connectionsWith(tokens[0]), faults]).toEqual([1, []]);
    const next = await askIn(page, "and more");
    await next.getByText(/ · \d+ tokens, \d\.\d+ MXN$/).waitFor();
    expect(tokens).toHaveLength(2);
  });

  inBrowser("follows a video to its end, and shows it", async () => {
    const { page, faults } = await openWith(client);
    await page.getByLabel("Prompt").fill(`a cenote [[sim polls=0 render_hold=film-${client}]]`);
    await page.getByRole("button", { name: "Make" }).click();
    await page.getByText(/^(Being made|Waiting for the provider) · 5 s$/).waitFor();
    await page.getByLabel("Prompt").fill('a cenote [[sim polls=0 outcome=failed message="Too dark."]]');
    await page.getByRole("button", { name: "Make" }).click();
    await harness().simulator.release(`film-${client}`);
    await page.getByText(/^Ready · 5 s · \d+\.\d+ MXN$/).waitFor();
    const made = page.locator("#videos article", { hasText: `film-${client}` });
    expect(await made.locator("video").getAttribute("src")).toMatch(/\.mp4$/);
    await page.getByText(/^Failed · 5 s · .*Too dark\./).waitFor();
    expect(faults).toEqual([]);
  });
});

/** What a page of the browser's current origin gets with a token: the HTTP response, and how the WebSocket closed. */
const tryFrom = (page: Page, url: string, token: string) =>
  page.evaluate(
    async ([address = "", secret = ""]) => {
      const http = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
        body: '{"query":"{ viewer { balance } }"}',
      }).then(
        (response) => response.text(),
        (error: unknown) => String(error),
      );
      const closed = await new Promise<string>((resolve) => {
        const socket = new WebSocket(address.replace("http", "ws"), "graphql-transport-ws");
        socket.addEventListener("open", () => {
          socket.send(JSON.stringify({ type: "connection_init", payload: { authorization: `Bearer ${secret}` } }));
        });
        socket.addEventListener("message", ({ data }) => {
          resolve(String(data));
        });
        socket.addEventListener("close", ({ code, reason }) => {
          resolve(`${code} ${reason}`);
        });
      });
      return { http, closed };
    },
    [url, token],
  );

/** What a page gets from REST with a token: a plain and a streamed answer, headers, an error. */
const restFrom = (page: Page, url: string, token: string) =>
  page.evaluate(
    async ([address = "", secret = "", model = ""]) => {
      const ask = (body: object) =>
        fetch(`${address}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${secret}`, "x-stainless-lang": "js" },
          body: JSON.stringify({ model, messages: [{ role: "user", content: "[[sim text=Hola]]" }], ...body }),
        });
      const [plain, streamed, refused] = [await ask({}), await ask({ stream: true }), await ask({ model: "no/such" })];
      return {
        plain: ((await plain.json()) as { choices: [{ message: { content: string } }] }).choices[0].message.content,
        streamed: (await streamed.text()).split("\n\n").at(-2),
        requestId: streamed.headers.get("x-request-id"),
        refused: ((await refused.json()) as { error: { code: string } }).error.code,
      };
    },
    [url, token, CHAT_MODEL],
  );

describe("a page from another origin, in Chromium", () => {
  inBrowser("that the configuration allows can also use REST, with its token", async () => {
    const { page } = await openWith("urql");
    const { token } = (await page.evaluate(async () => (await fetch("/token", { method: "POST" })).json())) as {
      token: string;
    };
    expect(await restFrom(page, theTunnel().url, token)).toEqual({
      plain: "Hola",
      streamed: "data: [DONE]",
      requestId: expect.stringMatching(/^req_/),
      refused: "model_not_found",
    });
  });

  inBrowser("gets no token if it is not allowed, and is refused with a stolen one", async () => {
    const { simulator } = harness();
    const { page } = await openWith("urql");
    const { token } = (await page.evaluate(async () => (await fetch("/token", { method: "POST" })).json())) as {
      token: string;
    };
    const url = `${theTunnel().url}/graphql`;
    expect(await tryFrom(page, url, token)).toEqual({
      http: expect.stringContaining('"balance"'),
      closed: '{"type":"connection_ack"}',
    });

    await page.goto(`${simulator.url}/__simulator/calls`);
    expect(await tryFrom(page, url, token)).toEqual({
      http: "TypeError: Failed to fetch",
      closed: "4403 permission_denied",
    });

    const named = await open(origin.replace("127.0.0.1", "localhost"));
    await named.page.getByText(`Open the page at ${origin}`).waitFor();
  });
});
