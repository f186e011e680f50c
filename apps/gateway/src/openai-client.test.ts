import { CenoteError, type ErrorCode } from "@cenote/core";
import OpenAI from "openai";
import {
  SAMPLE_KEY,
  sampleEmbeddings,
  sampleFinished,
  sampleStarted,
  sampleVectors,
  textEvent,
} from "./testing/samples";
import { createEventFeed } from "./testing/event-feed";
import { type RunningGateway, type StartOptions, startGateway } from "./testing/start-gateway";

const model = "openai/gpt-4o-mini";
const messages = [{ role: "user" as const, content: "hi" }];

describe("the official OpenAI client", () => {
  let running: RunningGateway | undefined;
  const connect = async (options: StartOptions = {}, apiKey = SAMPLE_KEY): Promise<OpenAI> => {
    running = await startGateway(options);
    return new OpenAI({ baseURL: `${running.url}/v1`, apiKey, maxRetries: 0 });
  };
  afterEach(async () => {
    await running?.gateway.close(0);
  });

  const failWith = (code: ErrorCode, options?: ConstructorParameters<typeof CenoteError>[2]) =>
    connect({ inference: { createChatCompletion: () => Promise.reject(new CenoteError(code, undefined, options)) } });
  const caught = async (answer: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
    try {
      await answer;
    } catch (error) {
      if (error instanceof OpenAI.APIError) return error;
      throw error;
    }
    throw new Error("did not fail");
  };

  it("gets an answer", async () => {
    const client = await connect();
    const answer = await client.chat.completions.create({
      model,
      messages,
      max_completion_tokens: 5,
      store: false,
      metadata: { a: "b" },
    });
    expect(answer.choices[0]?.message.content).toBe('¡Hola! \u2028 "quoted"');
    expect(answer.usage).toMatchObject({ total_tokens: 12, cost_mxn: 0.000_063 });
    expect(answer._request_id).toBe(answer.id);
  });

  it("gets a stream, and its usage", async () => {
    const client = await connect();
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let usage: unknown;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe("¡Hola! 🌊");
    expect(usage).toMatchObject({ total_tokens: 12, cost_usd: 0.000_003_15 });
  });

  it("assembles streamed tool calls", async () => {
    const client = await connect({
      inference: {
        streamChatCompletion: () => {
          const feed = createEventFeed();
          feed.push(sampleStarted, {
            $case: "toolCall",
            value: { index: 0, id: "call_1", name: "weather", arguments: "" },
          });
          feed.push({ $case: "toolCall", value: { index: 0, id: "", name: "", arguments: `{"city":` } });
          feed.push({ $case: "toolCall", value: { index: 0, id: "", name: "", arguments: `"Mérida"}` } });
          feed.push({
            ...sampleFinished,
            value: { ...(sampleFinished as { value: { usage: undefined } }).value, finishReason: "tool_calls" },
          } as typeof sampleFinished);
          feed.end();
          return feed;
        },
      },
    });
    const tools = [
      {
        type: "function" as const,
        function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
      },
    ];
    const answer = await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion();
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: `{"city":"Mérida"}` } }],
      },
    });
  });

  it("throws an error that ends a stream", async () => {
    const client = await connect({
      inference: {
        streamChatCompletion: () => {
          const feed = createEventFeed();
          feed.push(sampleStarted, textEvent("half"));
          feed.fail(
            new CenoteError("provider_unavailable", "The provider cut its answer short.", { retryable: false }),
          );
          return feed;
        },
      },
    });
    const read = async () => {
      let text = "";
      for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
        text += chunk.choices[0]?.delta.content ?? "";
      return text;
    };
    expect(await caught(read())).toMatchObject({
      code: "provider_unavailable",
      message: expect.stringContaining("The provider cut its answer short."),
    });
  });

  it("gets embeddings, requested as base64", async () => {
    const client = await connect();
    const answer = await client.embeddings.create({ model: "openai/text-embedding-3-small", input: ["a", "b"] });
    expect(answer.data.map(({ embedding }) => [...embedding])).toEqual(sampleVectors);
    expect(answer.usage).toMatchObject({ prompt_tokens: sampleEmbeddings.usage?.promptTokens, total_tokens: 5 });
    const floats = await client.embeddings.create({
      model: "openai/text-embedding-3-small",
      input: [[1, 2], [3]],
      encoding_format: "float",
    });
    expect(floats.data.map(({ embedding }) => embedding)).toEqual(sampleVectors);
  });

  it("lists models and gets one by an id with a slash", async () => {
    const client = await connect();
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual([model, "openai/text-embedding-3-small", "google/veo"]);
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: "model", owned_by: "openai" });
    expect(await caught(client.models.retrieve("nope"))).toBeInstanceOf(OpenAI.NotFoundError);
  });

  it("throws its typed errors", async () => {
    expect(await caught((await connect({}, "wrong")).chat.completions.create({ model, messages }))).toMatchObject({
      constructor: OpenAI.AuthenticationError,
      code: "invalid_api_key",
    });
    await running?.gateway.close(0);
    const wrong = { model, messages: [{ role: "robot" as "user", content: "hi" }] };
    expect(await caught((await connect()).chat.completions.create(wrong))).toMatchObject({
      constructor: OpenAI.BadRequestError,
      code: "invalid_request_error",
      type: "invalid_request_error",
      param: "messages[0].role",
      requestID: expect.stringMatching(/^req_[0-9a-f]{24}$/),
    });
  });

  it.each<[ErrorCode, unknown]>([
    ["model_not_found", OpenAI.NotFoundError],
    ["rate_limit_exceeded", OpenAI.RateLimitError],
    ["internal_error", OpenAI.InternalServerError],
    ["provider_unavailable", OpenAI.InternalServerError],
    ["insufficient_balance", OpenAI.APIError],
  ])("throws its own class for %s", async (code, type) => {
    const error = await caught((await failWith(code)).chat.completions.create({ model, messages }));
    expect(error).toBeInstanceOf(type);
    expect(error.code).toBe(code);
  });

  it.each<ErrorCode>(["rate_limit_exceeded", "insufficient_balance", "provider_unavailable"])(
    "sees the limits of its key with %s, also where waiting does not help",
    async (code) => {
      const rateLimits = {
        requestsLimit: 600,
        requestsRemaining: 0,
        requestsResetMs: 1_500,
        tokensLimit: 1_000_000,
        tokensRemaining: 7,
        tokensResetMs: 61_000,
      };
      const client = await failWith(code, { retryable: false, rateLimits });
      const { headers } = await caught(client.chat.completions.create({ model, messages }));
      const told = [...(headers ?? [])].filter(([name]) => /^(x-ratelimit|retry)-/.test(name));
      expect(Object.fromEntries(told)).toEqual({
        "x-ratelimit-limit-requests": "600",
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "1.5s",
        "x-ratelimit-limit-tokens": "1000000",
        "x-ratelimit-remaining-tokens": "7",
        "x-ratelimit-reset-tokens": "1m1s",
      });
    },
  );

  it.each([
    [true, 3],
    [false, 1],
  ])("retries a failed call only if that does not pay twice (retryable: %s)", async (retryable, expected) => {
    let calls = 0;
    running = await startGateway({
      inference: {
        createChatCompletion: () => {
          calls++;
          return Promise.reject(
            new CenoteError("provider_unavailable", "busy", { retryable, ...(retryable ? { retryAfterMs: 1 } : {}) }),
          );
        },
      },
    });
    const client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: SAMPLE_KEY });
    await caught(client.chat.completions.create({ model, messages }));
    expect(calls).toBe(expected);
  });
});
