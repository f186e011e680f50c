import Anthropic from "@anthropic-ai/sdk";
import type { InferenceService, Model } from "@cenote/contracts";
import { CenoteError, invalidField } from "@cenote/core";
import { createEventFeed, type EventFeed } from "../../testing/event-feed";
import {
  SAMPLE_KEY,
  SAMPLE_ORGANIZATION_ID,
  sampleAnswer,
  sampleInfo,
  sampleModels,
  sampleStarted,
  textEvent,
} from "../../testing/samples";
import { type RunningGateway, type StartOptions, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/messages";
const CHAT_MODEL = "openai/gpt-4o-mini";
const body = { model: CHAT_MODEL, max_tokens: 100, messages: [{ role: "user" as const, content: "hi" }] };
const CONTENT = '¡Hola! \u2028 "quoted"';

let running: RunningGateway | undefined;
const start = async (options: StartOptions = {}): Promise<RunningGateway> => {
  running = await startGateway(options);
  return running;
};
afterEach(async () => {
  await running?.gateway.close(0);
});

const failing = (fault: Error): Partial<InferenceService> => ({
  createChatCompletion: () => Promise.reject(fault),
  streamChatCompletion: () => {
    const feed = createEventFeed();
    feed.fail(fault);
    return feed;
  },
});

describe("POST /v1/messages", () => {
  it("answers with Anthropic's message under the gateway's request id, which is in both headers", async () => {
    const { post } = await start();
    const response = await post(PATH, body);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { id: string };
    expect(answer).toMatchObject({
      type: "message",
      content: [{ type: "text", text: CONTENT }],
      stop_reason: "end_turn",
    });
    expect(answer.id).toMatch(/^req_[0-9a-f]{24}$/);
    expect([response.headers.get("x-request-id"), response.headers.get("request-id")]).toEqual([answer.id, answer.id]);
    expect(response.headers.get("x-gateway-attempts")).toBe("1");
    expect(response.headers.get("x-ratelimit-limit-requests")).toBe("600");
  });

  it("calls inference with the key's organization, its zero data retention and the Idempotency-Key", async () => {
    const { post, inference } = await start();
    const response = await post(PATH, { ...body, zdr: true }, { headers: { "Idempotency-Key": "order-4711" } });
    expect(inference.calls).toMatchObject([
      {
        context: {
          requestId: response.headers.get("x-request-id"),
          organizationId: SAMPLE_ORGANIZATION_ID,
          keyId: "key_1",
          zdr: true,
          idempotencyKey: "order-4711",
        },
        chat: { model: CHAT_MODEL, maxTokens: 100 },
      },
    ]);
  });

  it("accepts search results, with what Anthropic's clients say about citing them", async () => {
    const { post } = await start();
    const found = { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "a" }] };
    const content = [
      { ...found, citations: { enabled: true }, cache_control: { type: "ephemeral" } },
      { type: "tool_result", tool_use_id: "call_1", content: [found] },
    ];
    expect((await post(PATH, { ...body, messages: [{ role: "user", content }] })).status).toBe(200);
  });

  it("returns a stored answer with the id of the call that made it", async () => {
    const originalRequestId = "req_0123456789abcdef01234567";
    const { post } = await start({
      inference: {
        createChatCompletion: () =>
          Promise.resolve({ ...sampleAnswer, info: { ...sampleInfo, originalRequestId, replayed: true } }),
      },
    });
    const response = await post(PATH, body, { headers: { "Idempotency-Key": "order-4711" } });
    expect([response.headers.get("idempotent-replayed"), response.headers.get("original-request")]).toEqual([
      "true",
      originalRequestId,
    ]);
    expect(await response.json()).toMatchObject({ id: originalRequestId });
  });

  it.each<[string, Record<string, string>, number, string | undefined]>([
    ["x-api-key", { "x-api-key": SAMPLE_KEY }, 200, undefined],
    ["Authorization", { authorization: `Bearer ${SAMPLE_KEY}` }, 200, undefined],
    [
      "Authorization before x-api-key",
      { authorization: `Bearer ${SAMPLE_KEY}`, "x-api-key": "another" },
      200,
      undefined,
    ],
    ["neither", {}, 401, "missing_api_key"],
    ["an empty x-api-key", { "x-api-key": "" }, 401, "missing_api_key"],
    ["an unknown x-api-key", { "x-api-key": "cen_sk_live_nope" }, 401, "invalid_api_key"],
  ])("takes the key from %s", async (_where, headers, status, code) => {
    const { url } = await start();
    const response = await fetch(`${url}${PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    const answer = (await response.json()) as { error?: { code: string } };
    expect(answer.error?.code).toBe(code);
  });

  it("counts a prompt with the same count as inference uses for a call", async () => {
    const counted: unknown[] = [];
    const countPromptTokens: InferenceService["countPromptTokens"] = ({ chat }) => {
      counted.push(chat);
      return Promise.resolve({ promptTokens: 34 });
    };
    const { url } = await start({ inference: { countPromptTokens } });
    const client = new Anthropic({ apiKey: SAMPLE_KEY, baseURL: url, maxRetries: 0 });
    const { max_tokens: _, ...prompt } = body;
    const tools = [{ name: "now", input_schema: { type: "object" as const } }];
    expect(await client.messages.countTokens({ ...prompt, system: "Be brief.", tools })).toMatchObject({
      input_tokens: 34,
    });
    expect(counted).toMatchObject([
      { model: CHAT_MODEL, messages: [{ role: "system" }, { role: "user" }], tools: [{ name: "now" }] },
    ]);
    await expect(client.messages.countTokens({ ...prompt, messages: [] })).rejects.toMatchObject({
      status: 400,
      error: { type: "error", error: { param: "messages" } },
    });
    await expect(
      client.beta.messages.countTokens({ ...prompt, mcp_servers: [{ type: "url", name: "x", url: "https://x.test" }] }),
    ).rejects.toMatchObject({ status: 400, error: { error: { param: "mcp_servers" } } });
    await expect(
      new Anthropic({ apiKey: "cen_sk_live_nope", baseURL: url, maxRetries: 0 }).messages.countTokens(prompt),
    ).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    expect(counted).toHaveLength(1);
  });

  it("takes x-api-key, which chat completions do not", async () => {
    const { url } = await start();
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": SAMPLE_KEY },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
  });

  it("accepts a client token for chat, for the token's models", async () => {
    const clientToken = { id: "t", operations: ["chat"], models: [CHAT_MODEL], origins: [] } as never;
    const { post } = await start({
      billing: { authenticate: () => Promise.resolve({ organizationId: "o", keyId: "k", zdr: false, clientToken }) },
    });
    expect((await post(PATH, body)).status).toBe(200);
    expect((await post(PATH, { ...body, models: ["other/model"] })).status).toBe(403);
  });

  it.each<[object, string, string]>([
    [{ max_tokens: undefined }, "max_tokens", "max_tokens: required."],
    [{ temperature: 1.5 }, "temperature", "temperature: must be a number from 0 to 1."],
    [
      {
        tools: [
          { name: "f", input_schema: {} },
          { type: "web_search_20250305", name: "web_search" },
        ],
      },
      "tools[1].type",
      "tools[1].type: must be custom; Anthropic's own tools are not available here.",
    ],
    [
      { messages: [{ role: "user", content: [{ type: "container_upload" }] }] },
      "messages[0].content[0].type",
      "messages[0].content[0].type: must be one of text, image, document, search_result, tool_result.",
    ],
    [
      {
        messages: [
          { role: "user", content: [{ type: "document", source: { type: "url", url: "https://a.test/a.pdf" } }] },
        ],
      },
      "messages[0].content[0].source.type",
      "messages[0].content[0].source.type: must be one of base64, text, content.",
    ],
    [
      { messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url: "ftp://a" } }] }] },
      "messages[0].content[0].source.url",
      "messages[0].content[0].source.url: must be an `https:` URL.",
    ],
    [
      { thinking: { type: "enabled", budget_tokens: 10 } },
      "thinking.budget_tokens",
      "thinking.budget_tokens: must be an integer from 1024 to 2147483647.",
    ],
    [
      { mcp_servers: [{ name: "x" }] },
      "mcp_servers",
      "mcp_servers: not known here; give the model what they offer in `tools`.",
    ],
    [{ tool_choice: { type: "any" } }, "tool_choice", "tool_choice: names tools, but there are no tools."],
  ])("refuses %j with the field and the reason", async (more, param, message) => {
    const { post, inference } = await start();
    const response = await post(PATH, { ...body, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      type: "error",
      request_id: response.headers.get("request-id"),
      error: {
        message,
        type: "invalid_request_error",
        code: "invalid_request_error",
        request_id: response.headers.get("x-request-id"),
        param,
      },
    });
    expect(inference.calls).toEqual([]);
  });

  it("refuses a thread with the code at which clients send the whole conversation", async () => {
    const { post, inference } = await start();
    for (const thread of [{ type: "create" }, { type: "continue", previous_message_id: "req_1" }]) {
      const response = await post(PATH, { ...body, thread });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        {
          type: "error",
          error: {
            message: "thread: nothing is kept here; send the whole conversation in `messages`.",
            param: "thread",
            details: { error_code: "thread_unsupported_request" },
          },
        },
      ]);
    }
    expect(inference.calls).toEqual([]);
  });

  it("takes back reasoning without a signature, as LangChain keeps it of a stream", async () => {
    const { post, inference } = await start();
    const content = [
      { type: "thinking", thinking: "I thought." },
      { type: "text", text: "Hi" },
    ];
    const response = await post(PATH, {
      ...body,
      messages: [...body.messages, { role: "assistant", content }, { role: "user", content: "And?" }],
    });
    expect(response.status).toBe(200);
    expect(inference.calls).toMatchObject([
      { chat: { messages: [{}, { reasoning: "I thought.", reasoningDetails: [] }, {}] } },
    ]);
  });

  it.each<[object | undefined, unknown[]]>([
    [undefined, [{ type: "thinking", thinking: "Hm.", signature: "" }]],
    [{ type: "adaptive" }, [{ type: "thinking", thinking: "Hm.", signature: "" }]],
    [{ type: "adaptive", display: "summarized" }, [{ type: "thinking", thinking: "Hm.", signature: "" }]],
    [{ type: "enabled", budget_tokens: 1_024, display: "omitted" }, []],
    [{ type: "adaptive", display: "omitted" }, []],
  ])("shows the words of thinking unless they are to be omitted (%j)", async (thinking, shown) => {
    const message = { ...sampleAnswer.message!, content: [], reasoning: "Hm." };
    const { post } = await start({
      inference: { createChatCompletion: () => Promise.resolve({ ...sampleAnswer, message }) },
    });
    expect(await (await post(PATH, { ...body, thinking })).json()).toMatchObject({ content: shown });
  });

  it("shows them in an answer that is replayed from before they could be omitted", async () => {
    const info = { ...sampleAnswer.info!, edition: 1 };
    const answer = { ...sampleAnswer, info, message: { ...sampleAnswer.message!, content: [], reasoning: "Hm." } };
    const { post } = await start({ inference: { createChatCompletion: () => Promise.resolve(answer) } });
    const response = await post(PATH, { ...body, thinking: { type: "adaptive", display: "omitted" } });
    expect(await response.json()).toMatchObject({ content: [{ type: "thinking", thinking: "Hm." }] });
  });

  it.each([false, true])(
    "names ignored fields in a header, but not those without effect on the answer (stream: %s)",
    async (stream) => {
      const { post } = await start();
      const response = await post(`${PATH}?beta=true`, {
        ...body,
        stream,
        top_k: 5,
        thinking: { type: "adaptive" },
        output_config: { effort: "high" },
        cache_control: { type: "ephemeral" },
        service_tier: "standard_only",
        mcp_servers: [],
        metadata: { user_id: "u" },
        context_management: { edits: [] },
        speed: "standard",
        system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      });
      await response.text();
      expect([response.status, response.headers.get("x-gateway-dropped-fields")]).toEqual([
        200,
        "thinking, output_config.effort, top_k, context_management",
      ]);
    },
  );

  it("lowers max_tokens to the model's maximum, and ignores reasoning for a model without it", async () => {
    const [model] = sampleModels;
    const models = [{ ...model, capabilities: ["reasoning"], maxOutputTokens: 50 } as Model];
    const { post, inference } = await start({
      inference: { listModels: () => Promise.resolve({ models, simulated: false }) },
    });
    await post(PATH, { ...body, thinking: { type: "adaptive" } });
    await post(PATH, { ...body, model: "unknown/model" });
    expect(inference.calls).toMatchObject([
      { chat: { maxTokens: 50, reasoningEffort: "high" } },
      { chat: { maxTokens: 100 } },
    ]);
  });

  it.each<[object, CenoteError, string, string]>([
    [
      { thinking: { type: "enabled", budget_tokens: 1_024 } },
      invalidField("reasoning_effort", "m does not support a reasoning effort."),
      "thinking",
      "thinking: m does not support a reasoning effort.",
    ],
    [
      { output_config: { effort: "low" } },
      invalidField("reasoning_effort", "no."),
      "output_config.effort",
      "output_config.effort: no.",
    ],
    [{ stop_sequences: ["a"] }, invalidField("stop", "no."), "stop_sequences", "stop_sequences: no."],
    [
      { system: "Be brief." },
      invalidField("messages[1].content", "m does not support images."),
      "messages",
      "messages: m does not support images.",
    ],
    [
      {},
      invalidField("tools[2].function.parameters", "nested."),
      "tools[2].input_schema",
      "tools[2].input_schema: nested.",
    ],
    [
      {},
      invalidField("response_format.json_schema.schema", "nested."),
      "output_config.format.schema",
      "output_config.format.schema: nested.",
    ],
    [
      { output_format: { type: "json_schema", schema: { type: "object" } } },
      invalidField("response_format", "m does not support json_schema."),
      "output_format",
      "output_format: m does not support json_schema.",
    ],
  ])("names fields as in the caller's body: %j", async (more, error, param, message) => {
    const { post } = await start({ inference: failing(error) });
    for (const stream of [false, true]) {
      const response = await post(PATH, { ...body, ...more, stream });
      expect([response.status, await response.json()]).toMatchObject([400, { error: { param, message } }]);
    }
  });

  it("stops the call when the caller disconnects", async () => {
    let feed: EventFeed | undefined;
    const { post } = await start({
      inference: {
        streamChatCompletion: (_request, signal) => {
          feed = createEventFeed(signal);
          feed.push(sampleStarted, textEvent("a"));
          return feed;
        },
      },
    });
    const leaving = new AbortController();
    const response = await post(PATH, { ...body, stream: true }, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await feed?.abandoned;
  });

  it("logs its route, and no content", async () => {
    const lines: object[] = [];
    const { post, gateway } = await start({
      log: {
        debug: () => {},
        warn: () => {},
        error: () => {},
        info: (fields) => {
          lines.push(fields);
        },
      },
    });
    await (await post(PATH, { ...body, messages: [{ role: "user", content: "my secret" }] })).text();
    await gateway.close(0);
    expect(lines).toMatchObject([{ route: PATH, status: 200, organizationId: SAMPLE_ORGANIZATION_ID }]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });
});

describe("Anthropic's client", () => {
  const connect = async (options: StartOptions = {}, apiKey = SAMPLE_KEY): Promise<Anthropic> =>
    new Anthropic({ baseURL: (await start(options)).url, apiKey, maxRetries: 0 });

  it("gets an answer with its request id", async () => {
    const client = await connect();
    const answer = await client.messages.create(body);
    expect(answer).toMatchObject({ content: [{ text: CONTENT }], usage: { input_tokens: 5, cost_mxn: 0.000_063 } });
    expect(answer._request_id).toBe(answer.id);
  });

  it("gets a stream", async () => {
    const client = await connect();
    const stream = client.messages.stream(body);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    expect(await stream.finalMessage()).toMatchObject({
      content: [{ type: "text", text: "¡Hola! 🌊" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 5, output_tokens: 3 },
    });
    expect(pieces).toEqual(["¡Ho", "la!", " 🌊"]);
  });

  it.each([
    [new CenoteError("model_not_found"), Anthropic.NotFoundError, 404],
    [new CenoteError("insufficient_balance"), Anthropic.PaymentRequiredError, 402],
    [new CenoteError("rate_limit_exceeded"), Anthropic.RateLimitError, 429],
    [new CenoteError("provider_unavailable", "Refused.", { retryable: false }), Anthropic.InternalServerError, 502],
    [new CenoteError("overloaded"), Anthropic.ServiceUnavailableError, 503],
  ])("reads %s as its own error, without a stream and before one begins", async (fault, type, status) => {
    const client = await connect({ inference: failing(fault) });
    for (const stream of [false, true]) {
      const caught: unknown = await client.messages.create({ ...body, stream }).catch((thrown: unknown) => thrown);
      expect(caught).toBeInstanceOf(type);
      expect(caught).toMatchObject({
        status,
        type: fault.code,
        apiMessage: fault.message,
        requestID: expect.stringMatching(/^req_/),
      });
    }
  });

  it("throws a failure after the start of a stream", async () => {
    const client = await connect({
      inference: {
        streamChatCompletion: () => {
          const feed = createEventFeed();
          feed.push(sampleStarted, textEvent("half"));
          feed.fail(new CenoteError("provider_unavailable", "cut"));
          return feed;
        },
      },
    });
    const stream = client.messages.stream(body);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    await expect(stream.finalMessage()).rejects.toMatchObject({
      type: "provider_unavailable",
      message: expect.stringContaining("cut"),
    });
    expect(pieces).toEqual(["half"]);
  });
});
