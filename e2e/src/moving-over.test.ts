import { CHAT_MODEL, EMBEDDING_MODEL } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { type LoopbackServer, serveOnLoopback } from "./harness/loopback";
import type { System } from "./harness/system";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const DROPPED = "x-gateway-dropped-fields";
const REFUSING = "http://127.0.0.1:1";

const chat = (id: string, provider: string) => ({
  id,
  type: "chat",
  price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" },
  routes: [{ provider, model: "gpt-4o-mini" }],
});

const logged = (system: Pick<System, "output">, text: string) => eventually(text, () => system.output().includes(text));

/** A server that knows none of the requested paths. */
let lost: LoopbackServer | undefined;
afterAll(() => lost?.stop());
const lostUrl = async () => {
  lost = await serveOnLoopback((_request, _body, response) => {
    response.writeHead(404).end("404 page not found");
  });
  return lost.url;
};

/** What an app written for another gateway sends first. */
const harness = withSystem({
  more: async (simulatorUrl) => ({
    providers: {
      keyless: { kind: "openai-compatible", base_url: `${simulatorUrl}/openai/v1`, api_key: "${E2E_KEY_NOBODY_SETS}" },
      refusing: { kind: "openai-compatible", base_url: `${REFUSING}/v1` },
      unversioned: { kind: "openai-compatible", base_url: await lostUrl() },
    },
    models: [
      chat("keyless/chat", "keyless"),
      chat("refusing/chat", "refusing"),
      chat("unversioned/chat", "unversioned"),
    ],
  }),
});

test("an unknown field is reported for plain answers, streams and embeddings", async () => {
  const { client } = harness();
  for (const stream of [false, true]) {
    const answer = await client.post(
      CHAT,
      ask("Hi", { stream, top_k: 5, user: "u", metadata: { app: "a" }, verbosity: null }),
    );
    await answer.text();
    expect({ status: answer.status, dropped: answer.headers.get(DROPPED) }).toEqual({ status: 200, dropped: "top_k" });
  }
  const { headers } = await client.postJson("/v1/embeddings", { model: EMBEDDING_MODEL, input: "Hi", truncate: "END" });
  expect(headers.get(DROPPED)).toBe("truncate");
});

test("an unknown field that would change the answer is rejected by name", async () => {
  const { client, simulator } = harness();
  const { status, body } = await client.postJson(CHAT, ask("marker-zdr", { provider: { zdr: true } }));
  expect({ status, message: body.error.message }).toEqual({
    status: 400,
    message: "provider.zdr: not known here; use `zdr: true` beside `model`.",
  });
  expect(await simulator.calls("marker-zdr")).toHaveLength(0);
});

test("with restricted tools, the model is given only those that are allowed", async () => {
  const { client, simulator } = harness();
  const tool = (name: string) => ({ type: "function", function: { name } });
  const { status } = await client.postJson(
    CHAT,
    ask("marker-allowed", {
      tools: [tool("weather"), tool("mail")],
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [tool("weather")] } },
    }),
  );
  expect(status).toBe(200);
  const [call] = await simulator.calls("marker-allowed");
  expect(JSON.parse(call?.body ?? "")).toMatchObject({ tools: [tool("weather")], tool_choice: "auto" });
});

test("a 404 for a path of another API names what is supported", async () => {
  const { client } = harness();
  const { status, body } = await client.postJson("/v1/moderations", { input: "Hi" });
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: "not_found" });
  expect(body.error.message).toContain("It supports `/v1/chat/completions`");
  const videos = await client.postJson("/v1/videos", {});
  expect(videos.status).toBe(405);
  expect(videos.body.error.message).toContain("`POST /v1/videos/generations`");
});

test("a close spelling of an id is suggested", async () => {
  const { client } = harness();
  const question = new RegExp(`Did you mean \`${CHAT_MODEL}\`\\?$`);
  for (const model of ["gpt-4o-mini", "OpenAI/gpt-4o-mini:free"]) {
    const called = await client.postJson(CHAT, ask("Hi", { model }));
    expect({ status: called.status, code: called.body.error.code }).toEqual({ status: 404, code: "model_not_found" });
    expect(called.body.error.message).toMatch(question);
    expect((await client.getJson(`/v1/models/${model}`)).body.error.message).toMatch(question);
  }
});

test("a model whose provider has no key is not there, and the answer says why", async () => {
  const { client } = harness();
  const { status, headers, body } = await client.postJson(CHAT, ask("Hi", { model: "keyless/chat" }));
  expect({ status, code: body.error.code, retry: headers.get("x-should-retry") }).toEqual({
    status: 404,
    code: "model_not_found",
    retry: "false",
  });
  expect(body.error.message).toMatch(
    /^No provider of this model is configured\. This gateway has no key for keyless\./,
  );
  const read = await client.getJson("/v1/models/keyless/chat");
  expect(read.status).toBe(404);
  expect(read.body.error.message).toMatch(/^No provider of this model is configured/);
});

test("a provider's URL is logged, but not shown to callers", async () => {
  const { client, system } = harness();
  const { status, text, body } = await client.postJson(CHAT, ask("Hi", { model: "refusing/chat" }));
  expect({ status, message: body.error.message }).toEqual({
    status: 502,
    message: "The provider refuses connections.",
  });
  expect(text).not.toContain("127.0.0.1");
  await logged(system, REFUSING);
});

test("a base_url without a version causes a hint in the log", async () => {
  const { client, system } = harness();
  expect((await client.postJson(CHAT, ask("Hi", { model: "unversioned/chat" }))).status).toBe(502);
  await logged(system, "the base_url of the provider unversioned has no version");
});
