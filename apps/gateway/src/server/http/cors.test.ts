import { request as httpRequest } from "node:http";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const ORIGIN = "https://app.example";
const chat = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };

describe("a page from another origin", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({ settings: { corsOrigins: () => [ORIGIN] } });
  });
  afterAll(() => running.gateway.close(0));

  /** Raw, since `fetch` allows neither a custom `Origin` nor a manual preflight. */
  const send = (path: string, method: string, headers: Record<string, string>) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const sent = httpRequest(`${running.url}${path}`, { method, headers }, (answer) => {
        let body = "";
        answer
          .setEncoding("utf8")
          .on("data", (text: string) => {
            body += text;
          })
          .on("end", () => {
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
          });
      });
      sent.on("error", reject).end();
    });
  const preflight = (path: string, origin: string) =>
    send(path, "OPTIONS", {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-stainless-lang",
    });
  const allowedOrigin = "access-control-allow-origin";

  it.each(["/v1/chat/completions", "/v1/videos/generations", "/graphql"])(
    "may send a preflight for %s, with any headers its library uses",
    async (path) => {
      const { status, headers, body } = await preflight(path, ORIGIN);
      expect([
        status,
        body,
        headers[allowedOrigin],
        headers["access-control-allow-headers"],
        headers["access-control-allow-methods"],
        headers["vary"],
      ]).toEqual([204, "", ORIGIN, "authorization,x-stainless-lang", "GET, POST, DELETE", "origin"]);
    },
  );

  it.each<[string, () => Promise<Response>]>([
    ["an answer", () => running.post("/v1/chat/completions", chat, { headers: { origin: ORIGIN } })],
    [
      "a stream",
      () => running.post("/v1/chat/completions", { ...chat, stream: true }, { headers: { origin: ORIGIN } }),
    ],
    ["a list", () => running.request("/v1/models", { headers: { origin: ORIGIN } })],
    ["an error", () => running.post("/v1/chat/completions", {}, { headers: { origin: ORIGIN } })],
    ["an unknown address", () => running.request("/v1/nothing", { headers: { origin: ORIGIN } })],
    ["GraphQL", () => running.post("/graphql", { query: "{ __typename }" }, { headers: { origin: ORIGIN } })],
  ])("can read %s and its headers", async (_what, ask) => {
    const response = await ask();
    expect(response.headers.get(allowedOrigin)).toBe(ORIGIN);
    expect(response.headers.get("access-control-expose-headers")).toContain("x-request-id, retry-after");
    expect(await response.text()).not.toBe("");
  });

  it("that is not listed gets no CORS headers", async () => {
    const refused = await preflight("/v1/chat/completions", "https://evil.example");
    expect([refused.status, refused.headers[allowedOrigin]]).toEqual([405, undefined]);
    const response = await running.post("/v1/chat/completions", chat, { headers: { origin: "https://evil.example" } });
    expect([response.status, response.headers.get(allowedOrigin), response.headers.get("vary")]).toEqual([
      200,
      null,
      "origin",
    ]);
  });

  it("does not change what other callers get: 404 for an unknown path, 405 for a wrong method", async () => {
    expect((await running.request("/v1/models")).headers.get("vary")).toBeNull();
    expect((await running.request("/v1/nothing")).status).toBe(404);
    expect((await send("/v1/models", "OPTIONS", {})).status).toBe(405);
  });
});

it("is allowed by the current configuration", async () => {
  let origins: readonly string[] = [];
  const { post, gateway } = await startGateway({ settings: { corsOrigins: () => origins } });
  const allowed = async () =>
    (await post("/v1/chat/completions", chat, { headers: { origin: ORIGIN } })).headers.get(
      "access-control-allow-origin",
    );
  expect(await allowed()).toBeNull();
  origins = [ORIGIN];
  expect(await allowed()).toBe(ORIGIN);
  origins = ["https://other.example"];
  expect(await allowed()).toBeNull();
  await gateway.close(0);
});

it("no page is allowed if none is listed", async () => {
  const { post, gateway } = await startGateway();
  const response = await post("/v1/chat/completions", chat, { headers: { origin: ORIGIN } });
  expect([response.headers.get("access-control-allow-origin"), response.headers.get("vary")]).toEqual([null, null]);
  await gateway.close(0);
});
