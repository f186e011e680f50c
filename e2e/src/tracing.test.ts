import { callContext, openInference } from "./harness/grpc";
import { CHAT_MODEL, EMBEDDING_MODEL, TWO_ROUTE_MODEL } from "./harness/cenote-yaml";
import { streamChat } from "./harness/chat-stream";
import { ask, type ChatCompletion } from "./harness/client";
import { type Collector, startCollector } from "./harness/collector";
import { eventually } from "./harness/eventually";
import { CHAT_TOKENS, chatInput, openGraphql } from "./harness/graphql";
import { balanceOf } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog, OPENAI_IMAGE } from "./harness/media-catalog";
import { currentMode } from "./harness/mode";
import { readEvents } from "./harness/sse";
import { newTraceCaller, type SeenTrace, type TraceCaller } from "./harness/trace-caller";
import type { VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const POST_CHAT = `POST ${CHAT}`;
const CALL = `chat ${CHAT_MODEL}`;
const TRY = "try openai/gpt-4o-mini";
const VIDEO_TRY = "try fal/fal-ai/kling-video/v2.5-turbo/pro/text-to-video";
const DOWN = "[[sim provider=openai fault=status status=503]]";

let collector: Collector | undefined;
const harness = withSystem({
  more: mediaCatalog,
  async env() {
    collector = await startCollector();
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=cenotes",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      LOG_LEVEL: "info",
      OTEL_BSP_SCHEDULE_DELAY: "50",
    };
  },
});
afterAll(() => collector?.stop());

const collected = (): Collector => {
  if (collector === undefined) throw new Error("the collector did not start");
  return collector;
};

const seen = (caller: TraceCaller, ...names: readonly string[]): Promise<SeenTrace> =>
  caller.seenBy(collected(), names);

/** The process that creates a span: the only one, or the service itself. */
const madeBy = (service: string): string => (currentMode() === "start" ? "cenote" : `cenote-${service}`);

const PAID_CALL = [
  `${POST_CHAT} > billing authenticate`,
  `${POST_CHAT} > ${CALL}`,
  `${CALL} > billing admit`,
  `${CALL} > ${TRY}`,
  `${CALL} > billing settle`,
  `caller > ${POST_CHAT}`,
].sort();

describe("a chat", () => {
  test("is one trace, its caller's, over every service", async () => {
    const caller = newTraceCaller();
    const { body } = await harness().client.postJson<ChatCompletion>(CHAT, ask("marker-trace Hi"), {
      headers: caller.headers,
    });
    const trace = await seen(caller, POST_CHAT, CALL, TRY, "billing settle");
    expect(trace.steps).toEqual(PAID_CALL);
    const { org } = await balanceOf(harness().system, "demo");
    expect(trace.span(POST_CHAT)).toMatchObject({
      service: madeBy("gateway"),
      kind: "server",
      isError: false,
      attributes: {
        "http.request.method": "POST",
        "http.route": CHAT,
        "http.response.status_code": 200,
        "cenote.request_id": body.id,
        "cenote.organization_id": org,
      },
    });
    expect(trace.span(CALL)).toMatchObject({
      service: madeBy("inference"),
      kind: currentMode() === "start" ? "internal" : "server",
      isError: false,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": CHAT_MODEL,
        "gen_ai.response.model": CHAT_MODEL,
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.usage.input_tokens": body.usage.prompt_tokens,
        "gen_ai.usage.output_tokens": body.usage.completion_tokens,
        "cenote.cost_mxn": body.usage.cost_mxn,
        "cenote.attempts": 1,
        "cenote.request_id": body.id,
      },
    });
    expect(trace.span(CALL).attributes).not.toHaveProperty("gen_ai.request.stream");
    expect(trace.span(TRY)).toMatchObject({
      kind: "client",
      isError: false,
      attributes: { "cenote.route": "openai/gpt-4o-mini", "cenote.provider": "openai", "cenote.outcome": "ok" },
    });
    expect(trace.span("billing settle")).toMatchObject({ service: madeBy("billing") });
  });

  test("that is streamed is recorded as such, and ends with the stream", async () => {
    const caller = newTraceCaller();
    const events = readEvents(
      await harness().client.post(CHAT, ask('[[sim text="one two three" hold=traced after=2]]', { stream: true }), {
        headers: caller.headers,
      }),
    );
    await events.next();
    const later = newTraceCaller();
    await harness().client.postJson(CHAT, ask("Hi"), { headers: later.headers });
    await seen(later, POST_CHAT, CALL, TRY);
    expect(
      collected()
        .spans()
        .filter(({ traceId, name }) => traceId === caller.traceId && [POST_CHAT, CALL, TRY].includes(name)),
    ).toEqual([]);
    await harness().simulator.release("traced");
    for await (const _event of events);
    const trace = await seen(caller, POST_CHAT, CALL, TRY, "billing confirmHold", "billing settle");
    expect(trace.steps).toEqual([...PAID_CALL, `${CALL} > billing confirmHold`].sort());
    expect(trace.span(CALL)).toMatchObject({
      isError: false,
      attributes: { "gen_ai.request.stream": true, "gen_ai.response.finish_reasons": ["stop"], "cenote.attempts": 1 },
    });
    expect(trace.span(CALL).attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
  });

  test("that falls back has a span for each try", async () => {
    const caller = newTraceCaller();
    await harness().client.postJson(CHAT, ask(`[[sim text="From the other."]] ${DOWN}`, { model: TWO_ROUTE_MODEL }), {
      headers: caller.headers,
    });
    const trace = await seen(caller, POST_CHAT, `chat ${TWO_ROUTE_MODEL}`, TRY, "try groq/llama-3.3-70b-versatile");
    expect(trace.span(TRY)).toMatchObject({
      kind: "client",
      isError: true,
      attributes: { "cenote.outcome": "server", "error.type": "server", "http.response.status_code": 503 },
    });
    expect(trace.span("try groq/llama-3.3-70b-versatile")).toMatchObject({
      isError: false,
      attributes: { "cenote.outcome": "ok", "cenote.model": TWO_ROUTE_MODEL },
    });
    expect(trace.span(`chat ${TWO_ROUTE_MODEL}`)).toMatchObject({
      isError: false,
      attributes: { "cenote.attempts": 2 },
    });
  });

  test("whose stream is cut says so, even though its status was 200", async () => {
    const caller = newTraceCaller();
    const response = await harness().client.post(CHAT, ask(`[[sim words=20 fault=cut after=4]]`, { stream: true }), {
      headers: caller.headers,
    });
    expect(response.status).toBe(200);
    await response.text();
    const trace = await seen(caller, POST_CHAT, CALL, TRY);
    const failed = { isError: true, attributes: { "error.type": "provider_unavailable" } };
    expect(trace.span(POST_CHAT)).toMatchObject({
      ...failed,
      attributes: { ...failed.attributes, "http.response.status_code": 200 },
    });
    expect(trace.span(CALL)).toMatchObject(failed);
    expect(trace.span(TRY)).toMatchObject({ isError: true, attributes: { "error.type": "cut" } });
  });

  test("whose caller leaves is cancelled", async () => {
    const caller = newTraceCaller();
    const leaving = new AbortController();
    const response = await harness().client.post(CHAT, ask("[[sim words=3 chunk_ms=600000]]", { stream: true }), {
      headers: caller.headers,
      signal: leaving.signal,
    });
    for await (const { data } of readEvents(response)) if (data.includes(`"content"`)) break;
    leaving.abort();
    const trace = await seen(caller, POST_CHAT, CALL, TRY, "billing settle");
    for (const name of [POST_CHAT, CALL])
      expect(trace.span(name)).toMatchObject({ isError: true, attributes: { "error.type": "cancelled" } });
    expect(trace.span(TRY)).toMatchObject({ isError: true, attributes: { "error.type": "aborted" } });
  });

  test("that is rejected has the code, and nothing of the question", async () => {
    const caller = newTraceCaller();
    const { status } = await harness().client.postJson(CHAT, ask("Hi", { model: "openai/marker-unknown" }), {
      headers: { ...caller.headers, tracestate: "vendor=marker-unknown" },
    });
    expect(status).toBe(404);
    const trace = await seen(caller, POST_CHAT, "chat");
    for (const name of [POST_CHAT, "chat"])
      expect(trace.span(name)).toMatchObject({ isError: false, attributes: { "error.type": "model_not_found" } });
    expect(
      collected()
        .traces()
        .some(({ bytes }) => bytes.includes("marker-unknown")),
    ).toBe(false);
  });

  test("that fails on every route is an error", async () => {
    const caller = newTraceCaller();
    await harness().client.postJson(CHAT, ask(`[[sim fault=status status=400 message="marker-of-provider"]]`), {
      headers: caller.headers,
    });
    const trace = await seen(caller, POST_CHAT, CALL, TRY, "billing release");
    for (const name of [POST_CHAT, CALL])
      expect(trace.span(name)).toMatchObject({ isError: true, attributes: { "error.type": "provider_unavailable" } });
    expect(trace.span(TRY)).toMatchObject({ attributes: { "http.response.status_code": 400 } });
    expect(
      collected()
        .traces()
        .some(({ bytes }) => bytes.includes("marker-of-provider")),
    ).toBe(false);
  });

  test("from a caller without traces starts its own, found by the request's id", async () => {
    const { id } = await streamChat(harness().client, "Hi", {});
    const first = await eventually("the request's span", () =>
      collected()
        .spans()
        .find(({ name, attributes }) => name === POST_CHAT && attributes["cenote.request_id"] === id),
    );
    expect(first).toMatchObject({ kind: "server", parentId: "" });
    const line = await eventually("the request's line in the log", () =>
      harness()
        .system.output()
        .split("\n")
        .find((text) => text.includes(`"requestId":"${id}"`) && text.includes(`"msg":"request"`) && text.endsWith("}")),
    );
    expect(JSON.parse(line)).toMatchObject({ traceId: first.traceId });
  });

  test("does not pass its trace on to providers", async () => {
    const caller = newTraceCaller();
    await harness().client.postJson(CHAT, ask("marker-headers"), { headers: caller.headers });
    const [call] = await harness().simulator.calls("marker-headers");
    expect(call?.header_names).toContain("authorization");
    expect(call?.header_names.filter((name) => /^(traceparent|tracestate|baggage|b3.*)$/i.test(name))).toEqual([]);
  });
});

test("an embedding, images, a video and a poll of it are traced too", async () => {
  const { client } = harness();
  const [embedding, images, video] = [newTraceCaller(), newTraceCaller(), newTraceCaller()];
  await client.postJson("/v1/embeddings", { model: EMBEDDING_MODEL, input: "Hi" }, { headers: embedding.headers });
  expect(
    (
      await seen(
        embedding,
        "POST /v1/embeddings",
        `embeddings ${EMBEDDING_MODEL}`,
        "try openai/text-embedding-3-small",
        "billing settle",
      )
    ).span(`embeddings ${EMBEDDING_MODEL}`),
  ).toMatchObject({
    attributes: {
      "gen_ai.operation.name": "embeddings",
      "gen_ai.response.model": EMBEDDING_MODEL,
      "cenote.attempts": 1,
    },
  });

  await client.postJson(
    "/v1/images/generations",
    { model: OPENAI_IMAGE, prompt: "a cenote", n: 2 },
    { headers: images.headers },
  );
  const made = await seen(
    images,
    "POST /v1/images/generations",
    `generate_content ${OPENAI_IMAGE}`,
    "try openai/gpt-image-2",
    "billing settle",
  );
  expect(made.span(`generate_content ${OPENAI_IMAGE}`)).toMatchObject({
    service: madeBy("media"),
    attributes: { "gen_ai.output.type": "image", "cenote.images": 2, "cenote.images_failed": 0 },
  });

  const {
    body: { id },
  } = await client.postJson<VideoJob>(
    "/v1/videos/generations",
    { model: FAL_VIDEO, prompt: "a cenote" },
    { headers: video.headers },
  );
  const begun = await seen(
    video,
    "POST /v1/videos/generations",
    `generate_content ${FAL_VIDEO}`,
    VIDEO_TRY,
    "billing admit",
    "billing confirmHold",
  );
  expect(begun.span(`generate_content ${FAL_VIDEO}`)).toMatchObject({
    attributes: { "gen_ai.output.type": "video", "cenote.job_id": id },
  });
  expect(begun.span(VIDEO_TRY)).toMatchObject({
    kind: "client",
    attributes: { "cenote.outcome": "ok", "cenote.model": FAL_VIDEO },
  });
  const poll = newTraceCaller();
  await client.getJson(`/v1/videos/${id}`, { headers: poll.headers });
  expect((await seen(poll, "GET /v1/videos/:job_id", "media getVideo", "billing authenticate")).steps).toEqual(
    expect.arrayContaining([
      "GET /v1/videos/:job_id > billing authenticate",
      "GET /v1/videos/:job_id > media getVideo",
      "caller > GET /v1/videos/:job_id",
    ]),
  );
});

describe("GraphQL", () => {
  test("over HTTP is a span between the request and what it queries, with the schema's own names", async () => {
    const caller = newTraceCaller();
    const query = `mutation marker_operation($input: ChatInput!) { marker_alias: createChatCompletion(input: $input) { id } }`;
    const { status } = await harness().client.postJson(
      "/graphql",
      { query, variables: { input: chatInput("Hi") } },
      { headers: caller.headers },
    );
    expect(status).toBe(200);
    const trace = await seen(caller, "POST /graphql", "mutation createChatCompletion", CALL, TRY);
    expect(trace.steps).toEqual(
      expect.arrayContaining([
        "caller > POST /graphql",
        "POST /graphql > mutation createChatCompletion",
        `mutation createChatCompletion > ${CALL}`,
      ]),
    );
    expect(trace.span("mutation createChatCompletion").attributes).toMatchObject({
      "graphql.operation.type": "mutation",
      "cenote.graphql.fields": ["createChatCompletion"],
    });
    expect(
      collected()
        .traces()
        .some(({ bytes }) => bytes.includes("marker_")),
    ).toBe(false);
  });

  test("that is rejected has the code", async () => {
    const caller = newTraceCaller();
    await harness().client.postJson(
      "/graphql",
      {
        query: "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }",
        variables: { input: chatInput("Hi", { model: "openai/nothing" }) },
      },
      { headers: caller.headers },
    );
    expect(
      (await seen(caller, "POST /graphql", "mutation createChatCompletion", "chat")).span(
        "mutation createChatCompletion",
      ),
    ).toMatchObject({ isError: false, attributes: { "error.type": "model_not_found" } });
  });

  test("over a WebSocket is a trace for each operation, a subscription's until its last event", async () => {
    const client = openGraphql(harness().system);
    const ids: string[] = [];
    for (const words of [2, 3]) {
      for await (const { data } of client.iterate<{ chatTokens: { requestId?: string } }>({
        query: CHAT_TOKENS,
        variables: { input: chatInput(`[[sim words=${words}]]`) },
      })) {
        if (data?.chatTokens.requestId !== undefined) ids.push(data.chatTokens.requestId);
      }
    }
    await client.dispose();
    const operations = await eventually("both operations", () => {
      const found = collected()
        .spans()
        .filter(
          ({ name, attributes }) =>
            name === "subscription chatTokens" && ids.includes(String(attributes["cenote.request_id"])),
        );
      return found.length === 2 && found;
    });
    expect(new Set(operations.map(({ traceId }) => traceId)).size).toBe(2);
    for (const { traceId, spanId, kind, parentId, isError } of operations) {
      expect({ kind, parentId, isError }).toEqual({ kind: "server", parentId: "", isError: false });
      const call = await eventually("its call", () =>
        collected()
          .spans()
          .find((span) => span.traceId === traceId && span.name === CALL),
      );
      expect(call.parentId).toBe(spanId);
    }
  });
});

test("a gRPC caller's trace is continued", async () => {
  const caller = newTraceCaller();
  const { system } = harness();
  const { org } = await balanceOf(system, "demo");
  const inference = openInference(system, { tracing: { traceparent: () => caller.headers.traceparent } });
  await inference.client.createEmbeddings({
    context: callContext(org),
    embeddings: { model: EMBEDDING_MODEL, input: [{ input: { $case: "text", value: "Hi" } }] },
  });
  inference.close();
  const trace = await seen(caller, `embeddings ${EMBEDDING_MODEL}`, "billing admit", "billing settle");
  expect(trace.steps).toContain(`caller > embeddings ${EMBEDDING_MODEL}`);
  expect(trace.span(`embeddings ${EMBEDDING_MODEL}`)).toMatchObject({
    kind: "server",
    attributes: { "cenote.organization_id": org },
  });
});

test("the exporter's own variables apply, and only spans of calls are sent", () => {
  const { heads, spans } = collected();
  expect(new Set(heads.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
  expect(new Set(heads.map(({ headers }) => headers["x-tenant"]))).toEqual(new Set(["cenotes"]));
  expect(spans().filter(({ name, parentId }) => name.startsWith("billing ") && parentId === "")).toEqual([]);
  expect(spans().filter(({ name }) => /health|metrics|ready/.test(name))).toEqual([]);
});
