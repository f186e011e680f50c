import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BillingService, InferenceService } from "@cenote/contracts";
import { callContext, openBilling, openInference } from "./harness/grpc";
import { cenoteYaml } from "./harness/cenote-yaml";
import { createClient, type Client } from "./harness/client";
import { type Collector, startCollector } from "./harness/collector";
import { eventually } from "./harness/eventually";
import { startHostileProvider, TALES, type HostileProvider } from "./harness/hostile-provider";
import { settledBalance } from "./harness/ledger";
import { inheritedEnvironment, startSystem, type System } from "./harness/system";
import { runTool } from "./harness/tool";
import { databaseTraces, metricsTrace, placesOf, stoppedTraces, type Trace } from "./harness/traces";

const CHAT = "/v1/chat/completions";
const EMBEDDINGS = "/v1/embeddings";

/** Random, and with characters that a URL must encode. */
const secret = (beginning: string): string =>
  `${beginning}${randomBytes(15).toString("base64")}+/${randomBytes(6).toString("hex")}`;

/** The key each provider is called with. */
const KEYS = {
  openai: secret("sk-proj-"),
  "dead-name": secret("sk-proj-"),
  "dead-port": secret("sk-proj-"),
  "no-tls": secret("sk-proj-"),
  "from-env": secret("sk-env-"),
  anthropic: secret("sk-ant-api03-"),
  google: secret("AIza"),
  broken: secret("sk-broken-"),
};
const HEADER_SECRET = secret("header-");
const INTERNAL_TOKEN = secret("internal-").replaceAll("=", "");
const SECRETS = [...Object.values(KEYS), HEADER_SECRET, INTERNAL_TOKEN];

/** Twelve characters are enough to recognize a secret: every substring of that length. */
const piecesOf = (text: string): string[] =>
  Array.from({ length: text.length - 11 }, (_, start) => text.slice(start, start + 12)).filter(
    (piece) => !PUBLIC.test(piece),
  );
const PUBLIC = /^(?:sk-proj-|sk-ant-api03-|cen_sk_live_).{0,3}$/;
/** The same at a few positions, for large texts. */
const fewPiecesOf = (text: string): string[] => [
  text,
  text.slice(-12),
  text.slice(14, 26),
  encodeURIComponent(text),
  Buffer.from(text).toString("base64").slice(0, 24),
];

let provider: HostileProvider | undefined;
let system: System | undefined;
let collector: Collector | undefined;
let client: Client;
let apiKey = "";
/** Everything callers received, headers and body. */
const answers: Trace[] = [];

const hostileYaml = ({ url, port }: HostileProvider): string => {
  const base = JSON.parse(cenoteYaml({ simulatorUrl: url })) as { providers: object; models: object[] };
  const openAi = (baseUrl: string, key: string, rest: object = {}) => ({
    kind: "openai-compatible",
    base_url: baseUrl,
    api_key: key,
    ...rest,
  });
  base.providers = {
    openai: openAi(`${url}/v1`, KEYS.openai, { headers: { "x-org-secret": HEADER_SECRET } }),
    "from-env": openAi(`${url}/v1`, "${CANARY_PROVIDER_KEY}"),
    "dead-name": openAi("https://no-such-host.invalid/v1", KEYS["dead-name"]),
    "dead-port": openAi("http://127.0.0.1:1/v1", KEYS["dead-port"]),
    "no-tls": openAi(`https://127.0.0.1:${port}/v1`, KEYS["no-tls"]),
    anthropic: { kind: "anthropic", base_url: url, api_key: KEYS.anthropic },
    google: { kind: "google", base_url: `${url}/v1beta`, api_key: KEYS.google },
  };
  const price = { input_per_million_tokens: "0.15", output_per_million_tokens: "0.60" };
  const chat = (id: string, name: string, upstream: string) => ({
    id,
    type: "chat",
    context_tokens: 8_000,
    price_usd: price,
    routes: [{ provider: name, model: upstream }],
    ...(upstream === "tale-hang." ? { timeouts: { first_content_ms: 1_500 } } : {}),
  });
  base.models = [
    ...[...Object.keys(TALES), "reset", "hang"].map((tale) => chat(`openai/${tale}`, "openai", `tale-${tale}.`)),
    ...["from-env", "dead-name", "dead-port", "no-tls"].map((name) => chat(`${name}/m`, name, "tale-whole.")),
    ...["anthropic", "google"].flatMap((name) =>
      ["whole", "html", "url", "error_200"].map((tale) => chat(`${name}/${tale}`, name, `tale-${tale}.`)),
    ),
    {
      id: "openai/vectors",
      type: "embedding",
      dimensions: 8,
      price_usd: { input_per_million_tokens: "0.02" },
      routes: [{ provider: "openai", model: "tale-whole." }],
    },
  ];
  return JSON.stringify(base, undefined, 1);
};

beforeAll(async () => {
  provider = await startHostileProvider();
  collector = await startCollector();
  system = await startSystem({
    yaml: hostileYaml(provider),
    database: "own",
    env: {
      LOG_LEVEL: "trace",
      CENOTE_INTERNAL_TOKEN: INTERNAL_TOKEN,
      CANARY_PROVIDER_KEY: KEYS["from-env"],
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  client = createClient(system);
  apiKey = (await system.cenote<{ key: string }>("key", "create", "demo")).key;
});

afterAll(async () => {
  await system?.dispose();
  await provider?.stop();
  await collector?.stop();
});

const running = (): System => {
  if (system === undefined) throw new Error("the system did not start");
  return system;
};

const note = (place: string, text: string): void => {
  answers.push({ place, bytes: Buffer.from(text) });
};

/** Makes a call and records the answer. @returns Its status. */
const call = async (place: string, path: string, init: RequestInit): Promise<number> => {
  const response = await fetch(`${running().baseUrl}${path}`, init);
  note(place, `${JSON.stringify([...response.headers])}\n${await response.text()}`);
  return response.status;
};
const post = (place: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> =>
  call(place, path, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const ask = (model: string, rest: object = {}) => ({ model, messages: [{ role: "user", content: "Hi" }], ...rest });

test("providers that reveal their key in every kind of answer", async () => {
  const { body } = await client.getJson<{ data: { id: string; type: string }[] }>("/v1/models");
  const chats = body.data.filter(({ type }) => type === "chat").map(({ id }) => id);
  expect(chats.length).toBeGreaterThan(Object.keys(TALES).length);
  await Promise.all(
    chats.flatMap((model) => [
      post(`${model}, plain`, CHAT, ask(model)),
      post(`${model}, streamed`, CHAT, ask(model, { stream: true })),
      post(`${model}, keyed`, CHAT, ask(model, { stream: true }), { "idempotency-key": `key of ${model}` }),
    ]),
  );
  await post("embeddings", EMBEDDINGS, { model: "openai/vectors", input: "Hi" });
  expect(provider?.seen).toEqual(new Set([KEYS.openai, KEYS["from-env"], KEYS.anthropic, KEYS.google]));
  expect(answers.length).toBeGreaterThan(70);
});

test("callers who put their key where it does not belong, or mistype it", async () => {
  const { id: revokedId, key: revoked } = await running().cenote<{ id: string; key: string }>("key", "create", "demo");
  await running().cenote("key", "revoke", revokedId);
  const auth = (authorization: string) => ({ authorization });
  const statuses = [
    await post("revoked", CHAT, ask("openai/whole"), auth(`Bearer ${revoked}`)),
    await post("mistyped", CHAT, ask("openai/whole"), auth(`Bearer ${apiKey}x`)),
    await post("no scheme", CHAT, ask("openai/whole"), auth(apiKey)),
    await post("Basic", CHAT, ask("openai/whole"), auth(`Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`)),
    await post("the provider's own key", CHAT, ask("openai/whole"), auth(`Bearer ${KEYS.openai}`)),
    await post("bad JSON", CHAT, `{"api_key": "${apiKey}", `),
    await post("no object", CHAT, JSON.stringify(apiKey)),
    await post("wrong type of a field", CHAT, ask("openai/whole", { temperature: apiKey, stream: apiKey })),
    await post("another media type", CHAT, `api_key=${apiKey}`, { "content-type": "text/plain" }),
    await post("too large", CHAT, `"${apiKey.repeat(700_000)}"`),
    await post("as an idempotency key", CHAT, ask("openai/whole"), { "idempotency-key": `${apiKey}é` }),
    await call("in the query", `/v1/models?api_key=${apiKey}`, {}),
    await call("in a path", `/v1/${apiKey}`, { headers: auth(`Bearer ${apiKey}`) }),
    await call("with a method there is none of", CHAT, { method: "PUT", headers: auth(`Bearer ${apiKey}`) }),
    await post("GraphQL, a wrong field", "/graphql", { query: "{ viewer { password } }" }),
    await post("GraphQL, a wrong value", "/graphql", {
      query: "query ($a: Int) { viewer { balance } }",
      variables: { a: apiKey },
    }),
    await post("GraphQL, no JSON", "/graphql", `{"query": "${apiKey}`),
    await post("GraphQL, a wrong key", "/graphql", { query: "{ viewer { balance } }" }, auth(`Bearer ${apiKey}x`)),
  ];
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test("gRPC callers with a wrong token, and with the right one", async () => {
  const recordError = async (
    place: string,
    token: string,
    ask: (services: { billing: BillingService; inference: InferenceService }) => Promise<unknown>,
  ) => {
    const served = { grpcPort: running().grpcPort, token };
    const [billing, inference] = [openBilling(served), openInference(served)];
    const outcome = await ask({ billing: billing.client, inference: inference.client }).catch(
      (error: unknown) => error as Error,
    );
    const { message, cause, metadata } = outcome as Error & { metadata?: { toJSON(): unknown } };
    note(
      place,
      `${message} ${(cause as Error | undefined)?.message ?? ""} ${JSON.stringify(metadata?.toJSON() ?? {})}`,
    );
    billing.close();
    inference.close();
  };
  await recordError("gRPC, wrong token", `${INTERNAL_TOKEN}x`, ({ billing }) =>
    billing.listOrganizations({ page: undefined }),
  );
  await recordError("gRPC, bad request", INTERNAL_TOKEN, ({ billing }) =>
    billing.getBalance({ organizationId: "nobody" }),
  );
  const context = callContext("00000000-0000-4000-8000-000000000000");
  await recordError("gRPC, no such organization", INTERNAL_TOKEN, ({ inference }) =>
    inference.createEmbeddings({
      context,
      embeddings: { model: "openai/vectors", input: [{ input: { $case: "text", value: "Hi" } }] },
    }),
  );
});

test("an operator who makes mistakes in the configuration", async () => {
  const folder = dirname(running().dataDir);
  const wrong = [
    `providers:\n  a: { kind: openai-compatible, base_url: "http://x", api_key: "${KEYS.broken} }\n`,
    `providers:\n  a:\n    kind: openai-compatible\n   api_key: ${KEYS.broken}\n`,
    JSON.stringify({
      providers: {
        a: { kind: "nothing", base_url: `not a url ${KEYS.broken}`, api_key: [KEYS.broken], key: KEYS.broken },
      },
    }),
    JSON.stringify({
      providers: {
        a: {
          kind: "openai-compatible",
          base_url: `http://user:${encodeURIComponent(KEYS.broken)}@127.0.0.1:1/v1`,
          api_key: { is: KEYS.broken },
        },
      },
      models: KEYS.broken,
    }),
    JSON.stringify({
      providers: {
        a: {
          kind: "openai-compatible",
          base_url: "http://127.0.0.1:1/v1",
          api_key: KEYS.broken,
          headers: { "x key": KEYS.broken },
          quirks: { secret: KEYS.broken },
        },
      },
    }),
  ];
  await Promise.all(
    wrong.map(async (text, index) => {
      const path = join(folder, `wrong-${index}.yaml`);
      writeFileSync(path, text);
      const { exitCode, stdout, stderr } = await runTool(["config", "check"], {
        ...inheritedEnvironment(),
        CENOTE_CONFIG: path,
      });
      expect(exitCode).toBe(1);
      note(`config check, ${index}`, `${stdout}\n${stderr}`);
    }),
  );
  // The running system reads the file again, and keeps its old configuration.
  running().configure(wrong[2] ?? "");
  await eventually("the edit is refused", async () => running().output().includes("the edit is not used"));
  expect(await post("after a bad edit", CHAT, ask("openai/whole"))).toBe(502);
});

test("in the end no key is in any answer, log line, document, metric, trace or file", async () => {
  await settledBalance(running(), "demo");
  const traces: Trace[] = [...(await databaseTraces(running())), await metricsTrace(running())];
  const demoKey = running().key;
  expect(await running().stop()).toBe(0);
  traces.push(...stoppedTraces(running()), ...(collector?.traces() ?? []));
  expect(collector?.spans().filter(({ name }) => name.startsWith("try ")).length).toBeGreaterThan(50);
  expect(traces.find(({ place }) => place === "output")?.bytes.toString()).toContain("route failed");

  expect(placesOf(answers, [...SECRETS, apiKey, demoKey].flatMap(piecesOf))).toEqual([]);
  expect(placesOf(traces, [...SECRETS, apiKey].flatMap(fewPiecesOf))).toEqual([]);
  // The first key is shown once at the first start, and stored nowhere.
  expect(
    placesOf(
      traces.filter(({ place }) => place !== "output"),
      fewPiecesOf(demoKey),
    ),
  ).toEqual([]);
});
