import { randomBytes } from "node:crypto";
import { callContext, openInference } from "./harness/grpc";
import { CHAT_MODEL, EMBEDDING_MODEL, ZDR_MODEL } from "./harness/cenote-yaml";
import { ask, type CallOptions, type JsonAnswer } from "./harness/client";
import { balanceOf, settledBalance } from "./harness/ledger";
import { type Collector, startCollector } from "./harness/collector";
import { newTraceCaller } from "./harness/trace-caller";
import { databaseTraces, metricsTrace, placesOf, stoppedTraces, type Trace } from "./harness/traces";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const EMBEDDINGS = "/v1/embeddings";
const RESPONSES = "/v1/responses";
const MESSAGES = "/v1/messages";
const ZDR_EMBEDDING_MODEL = "private/zdr-embedding";

/** One marker is in everything sent and answered under zero data retention, the other in calls without it. */
const ZDR_MARKER = `canary${randomBytes(12).toString("hex")}`;
const PLAIN_MARKER = `canary${randomBytes(12).toString("hex")}`;

let collector: Collector | undefined;
// Everything possible is logged and traced, and the database is in the data folder.
const harness = withSystem({
  database: "own",
  async env() {
    collector = await startCollector();
    return { LOG_LEVEL: "trace", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  },
  more: () => ({
    providers: {},
    models: [
      {
        id: ZDR_EMBEDDING_MODEL,
        type: "embedding",
        dimensions: 8,
        price_usd: { input_per_million_tokens: "0.02" },
        routes: [{ provider: "private", model: "vectors" }],
      },
    ],
  }),
});
afterAll(() => collector?.stop());

/** A chat with the marker in every place that a caller can set. */
const chatWith = (
  marker: string,
  model: string,
  rest: object = {},
  directive = `[[sim text="You said ${marker}."]]`,
) => ({
  model,
  user: `user-${marker}`,
  stop: [`stop-${marker}`],
  messages: [
    { role: "system", content: `system ${marker}` },
    {
      role: "user",
      name: `name_${marker}`,
      content: [
        { type: "text", text: `${marker} ${directive}` },
        { type: "image_url", image_url: { url: `data:image/png;base64,${marker}` } },
      ],
    },
  ],
  tools: [
    {
      type: "function",
      function: {
        name: `tool_${marker}`,
        description: marker,
        parameters: { type: "object", properties: { [marker]: { type: "string" } } },
      },
    },
  ],
  tool_choice: "none",
  ...rest,
});

/** The same over the Responses API, which can ask for the answer to be stored. */
const responseWith = (
  marker: string,
  model: string,
  rest: object = {},
  directive = `[[sim text="You said ${marker}."]]`,
) => ({
  model,
  store: true,
  user: `user-${marker}`,
  prompt_cache_key: `cache-${marker}`,
  metadata: { [marker]: marker },
  instructions: `system ${marker}`,
  input: [
    {
      role: "user",
      content: [
        { type: "input_text", text: `${marker} ${directive}` },
        { type: "input_image", image_url: `data:image/png;base64,${marker}` },
      ],
    },
    { type: "reasoning", summary: [{ type: "summary_text", text: marker }], encrypted_content: marker },
    { type: "function_call", call_id: `call_${marker}`, name: `tool_${marker}`, arguments: `{"${marker}":1}` },
    { type: "function_call_output", call_id: `call_${marker}`, output: marker },
  ],
  tools: [{ type: "function", name: `tool_${marker}`, description: marker, parameters: { type: "object" } }],
  tool_choice: "none",
  ...rest,
});

/** The same over Anthropic's API. Its token count takes only the prompt. */
const promptWith = (marker: string, model: string, directive: string) => ({
  model,
  system: [{ type: "text", text: `system ${marker}` }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: `${marker} ${directive}` },
        { type: "image", source: { type: "base64", media_type: "image/png", data: marker } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: marker, signature: marker },
        { type: "tool_use", id: `call_${marker}`, name: `tool_${marker}`, input: { [marker]: marker } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `call_${marker}`, content: marker }] },
  ],
  tools: [{ name: `tool_${marker}`, description: marker, input_schema: { type: "object" } }],
  tool_choice: { type: "none" },
});
const messageWith = (
  marker: string,
  model: string,
  rest: object = {},
  directive = `[[sim text="You said ${marker}."]]`,
) => ({
  ...promptWith(marker, model, directive),
  max_tokens: 1_000,
  metadata: { user_id: marker },
  stop_sequences: [`stop-${marker}`],
  ...rest,
});

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Makes calls in every possible way, each with the marker. */
const goEveryWay = async (
  marker: string,
  models: { readonly chat: string; readonly embedding: string },
  options: CallOptions,
  rest: object,
): Promise<Record<string, Sent>> => {
  // Headers of a caller's own tracing with the marker.
  const tracing = { tracestate: `vendor=${marker}`, baggage: `user=${marker}` };
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> => {
    const response = await harness().client.post(path, body, {
      ...options,
      headers: { ...newTraceCaller().headers, ...tracing, ...headers },
    });
    return { status: response.status, text: await response.text() };
  };
  const chat = (directive?: string, more: object = {}) =>
    chatWith(marker, models.chat, { ...rest, ...more }, directive);
  const embedding = (directive = "") => ({
    model: models.embedding,
    input: [`${marker} ${directive}`],
    user: marker,
    ...rest,
  });
  const key = { "idempotency-key": `key-${marker}` };
  const response = (directive?: string, more: object = {}) =>
    responseWith(marker, models.chat, { ...rest, ...more }, directive);
  const message = (directive?: string, more: object = {}) =>
    messageWith(marker, models.chat, { ...rest, ...more }, directive);
  const broken = `[[sim text="${`${marker} `.repeat(8)}" fault=cut after=4]]`;

  const leaving = new AbortController();
  const left = await harness().client.post(CHAT, chat("[[sim words=400 chunk_ms=50]]", { stream: true }), {
    ...options,
    signal: leaving.signal,
  });
  await left.body?.getReader().read();
  leaving.abort();

  return {
    answered: await send(CHAT, chat()),
    streamed: await send(CHAT, chat(undefined, { stream: true })),
    reasoned: await send(CHAT, chat("[[sim reasoning=5]]", { stream: true })),
    refusedByProvider: await send(CHAT, chat(`[[sim fault=status status=500 message="Can not say ${marker}."]]`)),
    rejectedByProvider: await send(
      CHAT,
      chat(`[[sim fault=status status=400 message="Will not say ${marker}."]]`, { stream: true }),
    ),
    cut: await send(CHAT, chat(`[[sim text="${`${marker} `.repeat(8)}" fault=cut after=4]]`, { stream: true })),
    malformed: await send(
      CHAT,
      chat(`[[sim text="${`${marker} `.repeat(8)}" fault=malformed after=2]]`, { stream: true }),
    ),
    halfAnswer: await send(CHAT, chat(`[[sim text="${`${marker} `.repeat(8)}" fault=malformed]]`)),
    badField: await send(CHAT, chat(undefined, { temperature: marker })),
    badJson: await send(CHAT, `{"messages": "${marker}`),
    unknownModel: await send(CHAT, chat(undefined, { model: `private/${marker}` })),
    embedded: await send(EMBEDDINGS, embedding()),
    notEmbedded: await send(EMBEDDINGS, embedding(`[[sim fault=status status=500 message="Not ${marker}."]]`)),
    keyed: await send(CHAT, chat(), key),
    keyedAgain: await send(CHAT, chat(), key),
    keyedStream: await send(CHAT, chat(undefined, { stream: true }), { "idempotency-key": `stream-${marker}` }),
    keyedCut: await send(CHAT, chat(`[[sim text="${`${marker} `.repeat(8)}" fault=cut after=4]]`, { stream: true }), {
      "idempotency-key": `cut-${marker}`,
    }),
    keyedEmbeddings: await send(EMBEDDINGS, embedding(), { "idempotency-key": `vectors-${marker}` }),
    response: await send(RESPONSES, response()),
    responseStreamed: await send(RESPONSES, response(undefined, { stream: true })),
    responseContinued: await send(RESPONSES, response(undefined, { previous_response_id: `resp_${marker}` })),
    responseRefused: await send(RESPONSES, response(`[[sim fault=status status=500 message="Not ${marker}."]]`)),
    responseCut: await send(RESPONSES, response(broken, { stream: true })),
    responseBadField: await send(RESPONSES, response(undefined, { temperature: marker })),
    responseKeyed: await send(RESPONSES, response(), { "idempotency-key": `response-${marker}` }),
    message: await send(MESSAGES, message()),
    messageStreamed: await send(MESSAGES, message(undefined, { stream: true })),
    messageThreaded: await send(
      MESSAGES,
      message(undefined, { thread: { type: "continue", previous_message_id: marker } }),
    ),
    messageRefused: await send(MESSAGES, message(`[[sim fault=status status=500 message="Not ${marker}."]]`)),
    messageCut: await send(MESSAGES, message(broken, { stream: true })),
    messageBadField: await send(MESSAGES, message(undefined, { temperature: marker })),
    messageKeyed: await send(MESSAGES, message(undefined, { stream: true }), {
      "idempotency-key": `message-${marker}`,
    }),
    counted: await send(`${MESSAGES}/count_tokens`, promptWith(marker, models.chat, "")),
    countedBadly: await send(`${MESSAGES}/count_tokens`, promptWith(marker, `private/${marker}`, "")),
    graphql: await send("/graphql", { query: `{ viewer { ${marker} } }`, variables: { [marker]: marker } }),
    graphqlNames: await send("/graphql", {
      query: `query ${marker} { ${marker}: viewer { ...${marker} } } fragment ${marker} on Viewer { __typename }`,
      operationName: marker,
    }),
    noRoute: await send(`/v1/${marker}?${marker}=${marker}`, {}),
  };
};

const statuses = (sent: Record<string, Sent>) =>
  Object.fromEntries(Object.entries(sent).map(([name, { status }]) => [name, status]));

const EXPECTED = {
  answered: 200,
  streamed: 200,
  reasoned: 200,
  refusedByProvider: 502,
  rejectedByProvider: 502,
  cut: 200,
  malformed: 200,
  halfAnswer: 502,
  badField: 400,
  badJson: 400,
  unknownModel: 404,
  embedded: 200,
  notEmbedded: 502,
  keyed: 200,
  keyedStream: 200,
  keyedCut: 200,
  keyedEmbeddings: 200,
  response: 200,
  responseStreamed: 200,
  responseContinued: 400,
  responseRefused: 502,
  responseCut: 200,
  responseBadField: 400,
  responseKeyed: 200,
  message: 200,
  messageStreamed: 200,
  messageThreaded: 400,
  messageRefused: 502,
  messageCut: 200,
  messageBadField: 400,
  messageKeyed: 200,
  counted: 200,
  countedBadly: 404,
  graphqlNames: 200,
  noRoute: 404,
};

describe("zero data retention", () => {
  test("is shown for the models that support it", async () => {
    const { body } = await harness().client.getJson<{ data: { id: string; zdr: boolean }[] }>("/v1/models");
    const zdrById = Object.fromEntries(body.data.map(({ id, zdr }) => [id, zdr]));
    expect(zdrById).toMatchObject({
      [ZDR_MODEL]: true,
      [ZDR_EMBEDDING_MODEL]: true,
      [CHAT_MODEL]: false,
      [EMBEDDING_MODEL]: false,
    });
  });

  const refusal = {
    status: 400,
    error: { code: "invalid_request_error", message: expect.stringContaining("zdr") as string },
  };
  const seen = ({ status, body }: JsonAnswer<object>) => ({ status, ...body });

  test("requested by a call, goes only to a route that supports it", async () => {
    expect((await harness().client.post(CHAT, ask("Hi", { model: ZDR_MODEL, zdr: true }))).status).toBe(200);
    expect(seen(await harness().client.postJson(CHAT, ask("Hi", { zdr: true })))).toMatchObject(refusal);
    expect(seen(await harness().client.postJson(CHAT, ask("Hi", { zdr: true, stream: true })))).toMatchObject(refusal);
    expect(
      seen(await harness().client.postJson(EMBEDDINGS, { model: EMBEDDING_MODEL, input: "Hi", zdr: true })),
    ).toMatchObject(refusal);
    expect((await harness().client.post(RESPONSES, responseWith("Hi", ZDR_MODEL, { zdr: true }))).status).toBe(200);
    expect(
      seen(await harness().client.postJson(RESPONSES, responseWith("Hi", CHAT_MODEL, { zdr: true }))),
    ).toMatchObject(refusal);
    expect((await harness().client.post(MESSAGES, messageWith("Hi", ZDR_MODEL, { zdr: true }))).status).toBe(200);
    expect(seen(await harness().client.postJson(MESSAGES, messageWith("Hi", CHAT_MODEL, { zdr: true })))).toMatchObject(
      refusal,
    );
  });

  test("set for an organization, applies to every call of it and to nobody else", async () => {
    const { id: org } = await harness().system.cenote<{ id: string }>("org", "create", "guarded");
    const { key } = await harness().system.cenote<{ key: string }>("key", "create", org);
    await harness().system.cenote("org", "set", org, "zdr=on");
    expect(seen(await harness().client.postJson(CHAT, ask("Hi"), { key }))).toMatchObject(refusal);
    expect(seen(await harness().client.postJson(CHAT, ask("Hi", { zdr: false }), { key }))).toMatchObject(refusal);
    expect(
      seen(await harness().client.postJson(EMBEDDINGS, { model: EMBEDDING_MODEL, input: "Hi" }, { key })),
    ).toMatchObject(refusal);
    expect((await harness().client.post(CHAT, ask("Hi", { model: ZDR_MODEL }), { key })).status).toBe(200);
    expect((await harness().client.post(CHAT, ask("Hi"))).status).toBe(200);
  });
});

test("of calls made in every possible way, no word is stored, logged or traced", async () => {
  const zdr = await goEveryWay(ZDR_MARKER, { chat: ZDR_MODEL, embedding: ZDR_EMBEDDING_MODEL }, {}, { zdr: true });
  expect(statuses(zdr)).toMatchObject({ ...EXPECTED, keyedAgain: 409 });
  expect(zdr.answered?.text).toContain(ZDR_MARKER);
  expect(zdr.refusedByProvider?.text).toContain(`Can not say ${ZDR_MARKER}.`);
  expect(zdr.keyedAgain?.text).toContain("zero data retention");
  for (const way of ["response", "responseStreamed", "message", "messageStreamed"])
    expect(zdr[way]?.text).toContain(ZDR_MARKER);
  expect(zdr.response?.text).toContain('"store":false');

  const plain = await goEveryWay(PLAIN_MARKER, { chat: CHAT_MODEL, embedding: EMBEDDING_MODEL }, {}, {});
  expect(statuses(plain)).toMatchObject({ ...EXPECTED, keyedAgain: 200 });
  expect(plain.keyedAgain?.text).toBe(plain.keyed?.text);

  const { org } = await balanceOf(harness().system, "demo");
  const inference = openInference(harness().system);
  const context = callContext(org, { keyId: ZDR_MARKER, zdr: true, idempotencyKey: ZDR_MARKER });
  await expect(
    inference.client.createEmbeddings({
      context,
      embeddings: { model: ZDR_MARKER, input: [{ input: { $case: "text", value: ZDR_MARKER } }] },
    }),
  ).rejects.toMatchObject({ code: "model_not_found" });
  inference.close();

  await settledBalance(harness().system, "demo");
  const documents = await databaseTraces(harness().system);
  const kept = documents.filter(({ place }) => /^idempotency\/.*\.answer$/.test(place));
  // The six keyed calls without zero data retention, encrypted.
  expect(kept).toHaveLength(6);
  const traces: Trace[] = [...documents, await metricsTrace(harness().system)];
  expect(await harness().system.stop()).toBe(0);
  traces.push(...stoppedTraces(harness().system), ...(collector?.traces() ?? []));
  expect(collector?.spans().filter(({ name }) => name.startsWith("try ")).length).toBeGreaterThan(20);

  expect(placesOf(traces, ["req_"]).length).toBeGreaterThan(10);
  expect(traces.find(({ place }) => place === "output")?.bytes.toString()).toContain("route failed");
  const forms = (marker: string) => [
    marker,
    Buffer.from(marker).toString("base64").slice(0, -4),
    Buffer.from(marker).toString("hex"),
  ];
  expect(placesOf(traces, [...forms(ZDR_MARKER), ...forms(PLAIN_MARKER)])).toEqual([]);
});
