/** Checks the simulator with OpenAI's own client. */
import OpenAI from "openai";
import { withSimulator } from "../testing/with-simulator";
import type { CallRecord } from "../admin/call-log";

const simulator = withSimulator();
const client = (provider = "openai", apiKey = "sk-test") =>
  new OpenAI({ apiKey, baseURL: `${simulator.url}/${provider}/v1`, maxRetries: 0 });
const user = (content: string) => [{ role: "user" as const, content }];
const model = "gpt-4o-mini";

const collect = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>) => {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { chunks, text: chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("") };
};

describe("chat", () => {
  it("answers, with a new id and the current time", async () => {
    const beforeS = Math.floor(Date.now() / 1000);
    const [one, two] = await Promise.all(
      [1, 2].map(() => client().chat.completions.create({ model, messages: user("Hello") })),
    );
    expect(one).toMatchObject({
      object: "chat.completion",
      model,
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", refusal: null } }],
    });
    expect(one?.choices[0]?.message.content).toMatch(/^You said: Hello — /);
    expect(one?.id).toMatch(/^chatcmpl-[0-9a-f]{24}$/);
    expect(one?.id).not.toBe(two?.id);
    expect(one?.created).toBeGreaterThanOrEqual(beforeS);
    expect(one?.created).toBeLessThanOrEqual(Date.now() / 1000);
    expect(one?.usage?.total_tokens).toBe(one!.usage!.prompt_tokens + one!.usage!.completion_tokens);
  });

  it("takes the key in Azure's header", async () => {
    const azure = (key: string) =>
      client("azure-eu").chat.completions.create(
        { model, messages: user("Hello") },
        { headers: { authorization: null, "api-key": key } },
      );
    expect((await azure("key")).choices[0]?.message.content).toMatch(/^You said: Hello/);
    await expect(azure("invalid")).rejects.toMatchObject({ status: 401 });
  });

  it("streams the same text and usage as it returns plain", async () => {
    const messages = user("Tell me of the river, por favor [[sim words=40 cached=6]]");
    const plain = await client().chat.completions.create({ model, messages });
    const { chunks, text } = await collect(
      await client().chat.completions.create({
        model,
        messages,
        stream: true,
        stream_options: { include_usage: true },
      }),
    );
    expect(text).toBe(plain.choices[0]?.message.content);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: plain.usage });
    expect(plain.usage?.prompt_tokens_details?.cached_tokens).toBe(6);
    expect(chunks).toHaveLength(1 + 40 + 1 + 1);
  });

  it("reports usage in a stream only if asked to: null on every chunk except the last", async () => {
    const asked = await collect(
      await client().chat.completions.create({
        model,
        messages: user("Hi"),
        stream: true,
        stream_options: { include_usage: true },
      }),
    );
    expect(asked.chunks.slice(0, -1).every((chunk) => chunk.usage === null && chunk.choices.length === 1)).toBe(true);
    const unasked = await collect(
      await client().chat.completions.create({ model, messages: user("Hi"), stream: true }),
    );
    expect(unasked.chunks.every((chunk) => !("usage" in chunk))).toBe(true);
    expect(unasked.chunks.at(-1)?.choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
  });

  it("ends with length at max_completion_tokens and at max_tokens", async () => {
    const limited = await client().chat.completions.create({ model, messages: user("Hi"), max_completion_tokens: 5 });
    expect(limited).toMatchObject({ choices: [{ finish_reason: "length" }], usage: { completion_tokens: 5 } });
    const older = { max_tokens: 5 };
    const deprecated = await client().chat.completions.create({ model, messages: user("Hi"), ...older });
    expect(deprecated.choices).toEqual(limited.choices);
  });

  it("counts the parts of a prompt: images by detail, names, tools", async () => {
    const count = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
      (await client().chat.completions.create({ model, messages })).usage!.prompt_tokens;
    const text = await count(user("Look"));
    const image = (detail: "low" | "high") =>
      count([
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "https://example.com/a.png", detail } },
          ],
        },
      ]);
    expect((await image("low")) - text).toBe(85);
    expect((await image("high")) - text).toBe(765);
    expect(await count([{ role: "user", content: "Look", name: "ana" }])).toBeGreaterThan(text);
    expect(await count(user("Look [[sim words=3]]"))).toBe(text);
  });

  it("returns logprobs for each token, the same in a stream", async () => {
    const plain = await client().chat.completions.create({ model, messages: user("Hi"), logprobs: true });
    const { chunks } = await collect(
      await client().chat.completions.create({ model, messages: user("Hi"), logprobs: true, stream: true }),
    );
    const tokens = plain.choices[0]?.logprobs?.content?.map((entry) => entry.token);
    expect(tokens?.join("")).toBe(plain.choices[0]?.message.content);
    expect(chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.content?.map((entry) => entry.token) ?? [])).toEqual(
      tokens,
    );
  });

  it("declines in the refusal field", async () => {
    const messages = user("Do harm [[sim refuse]]");
    const plain = await client().chat.completions.create({ model, messages });
    expect(plain.choices[0]?.message).toMatchObject({ content: null, refusal: expect.stringContaining("sorry") });
    const { chunks } = await collect(await client().chat.completions.create({ model, messages, stream: true }));
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.refusal ?? "").join("")).toBe(
      plain.choices[0]?.message.refusal,
    );
  });
});

describe("tools", () => {
  const tools: OpenAI.ChatCompletionTool[] = ["get_weather", "get_time"].map((name) => ({
    type: "function",
    function: { name, parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  }));

  it("are called in parallel, their arguments streamed in pieces that the client assembles", async () => {
    const messages = user("Call get_weather and get_time");
    const plain = await client().chat.completions.create({ model, messages, tools });
    const calls = plain.choices[0]?.message.tool_calls;
    expect(plain.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    expect(calls).toHaveLength(2);
    const stream = client().chat.completions.stream({ model, messages, tools });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message.tool_calls).toMatchObject(calls!);
    expect(new Set(calls?.map((call) => call.id)).size).toBe(2);
  });

  it("are forced by tool_choice and continued after their result", async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = user("How late is it in Mérida?");
    const tool_choice = { type: "function" as const, function: { name: "get_time" } };
    const first = await client().chat.completions.create({ model, messages, tools, tool_choice });
    const message = first.choices[0]!.message;
    const call = message.tool_calls![0]!;
    const second = await client().chat.completions.create({
      model,
      messages: [...messages, message, { role: "tool", tool_call_id: call.id, content: "10:30" }],
      tools,
    });
    expect(second.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: expect.any(String) } });
  });
});

describe("structured outputs", () => {
  it("satisfy the schema", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, year: { type: "integer", minimum: 1900, maximum: 2030 } },
      required: ["title", "year"],
      additionalProperties: false,
    };
    const answer = await client().chat.completions.parse({
      model,
      messages: user("A film"),
      response_format: { type: "json_schema", json_schema: { name: "film", schema, strict: true } },
    });
    const film = JSON.parse(answer.choices[0]!.message.content!) as { title: string; year: number };
    expect(film).toEqual({ title: expect.any(String), year: expect.any(Number) });
    expect(film.year).toBeGreaterThanOrEqual(1900);
  });

  it("in JSON mode are an object", async () => {
    const answer = await client().chat.completions.create({
      model,
      messages: user("As JSON please"),
      response_format: { type: "json_object" },
    });
    expect(typeof JSON.parse(answer.choices[0]!.message.content!)).toBe("object");
  });
});

describe("embeddings", () => {
  it("are returned as base64, which the client asks for, and as floats of the same value", async () => {
    const small = "text-embedding-3-small";
    const encoded = await client().embeddings.create({ model: small, input: ["one", "two"] });
    const floats = await client().embeddings.create({ model: small, input: ["one", "two"], encoding_format: "float" });
    expect(encoded.data.map((item) => item.index)).toEqual([0, 1]);
    expect(encoded.data[0]?.embedding).toHaveLength(1536);
    expect(floats.data[1]?.embedding).toEqual(Array.from(encoded.data[1]!.embedding));
    expect(encoded.usage).toEqual(floats.usage);
    expect(encoded.data[0]?.embedding).not.toEqual(encoded.data[1]?.embedding);
  });

  it("with fewer dimensions have the same direction, normalized", async () => {
    const create = async (dimensions?: number) =>
      (
        await client().embeddings.create({
          model: "text-embedding-3-large",
          input: "water",
          ...(dimensions === undefined ? {} : { dimensions }),
        })
      ).data[0]!.embedding;
    const [whole, short] = await Promise.all([create(), create(8)]);
    expect([whole.length, short.length]).toEqual([3072, 8]);
    expect(Math.hypot(...whole)).toBeCloseTo(1, 4);
    expect(Math.hypot(...short)).toBeCloseTo(1, 4);
    expect(short[1]! / short[0]!).toBeCloseTo(whole[1]! / whole[0]!, 3);
  });

  it("of token arrays count their tokens", async () => {
    const answer = await client().embeddings.create({ model: "text-embedding-3-small", input: [[1, 2, 3], [4]] });
    expect(answer.data).toHaveLength(2);
    expect(answer.usage.prompt_tokens).toBe(4);
  });
});

describe("models", () => {
  it("are listed, and can be retrieved one by one", async () => {
    const listed = await client().models.list();
    expect(listed.data.map((one) => one.id)).toContain("gpt-4o-mini");
    expect(await client().models.retrieve("gpt-4o-mini")).toMatchObject({ object: "model", owned_by: "openai" });
    await expect(client().models.retrieve("missing-one")).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe("errors have the client's own types", () => {
  const create = (content: string, more: object = {}) =>
    client().chat.completions.create({ model, messages: user(content), ...more });

  it.each([
    [
      "a wrong key",
      () => client("openai", "invalid-key").chat.completions.create({ model, messages: user("Hi") }),
      OpenAI.AuthenticationError,
      { status: 401, code: "invalid_api_key" },
    ],
    [
      "an unknown model",
      () => create("Hi", { model: "missing-model" }),
      OpenAI.NotFoundError,
      { status: 404, code: "model_not_found" },
    ],
    [
      "a bad temperature",
      () => create("Hi", { temperature: 3 }),
      OpenAI.BadRequestError,
      { status: 400, param: "temperature", code: "decimal_above_max_value" },
    ],
    [
      "a rate limit",
      () => create("[[sim fault=status status=429 retry_after=3]]"),
      OpenAI.RateLimitError,
      { status: 429, code: "rate_limit_exceeded" },
    ],
    [
      "an empty account",
      () => create("[[sim fault=status status=429 code=insufficient_quota]]"),
      OpenAI.RateLimitError,
      { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
    ],
    [
      "a failure",
      () => create("[[sim fault=status status=503 body=html]]"),
      OpenAI.InternalServerError,
      { status: 503 },
    ],
    ["a reset", () => create("[[sim fault=reset]]"), OpenAI.APIConnectionError, {}],
    [
      "a directive that is none",
      () => create("[[sim nonsense=1]]"),
      OpenAI.BadRequestError,
      { message: expect.stringContaining("nonsense") },
    ],
  ])("%s", async (_name, call, type, fields) => {
    const error: unknown = await call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
  });

  it("also in the middle of a stream", async () => {
    const stream = await client().chat.completions.create({
      model,
      messages: user("[[sim words=9 fault=error_event after=3 message=overheated]]"),
      stream: true,
    });
    await expect(collect(stream)).rejects.toThrow("overheated");
  });
});

describe("other providers of the family", () => {
  it("return reasoning in the field each uses", async () => {
    const reasoning = async (provider: string) => {
      const answer = await client(provider).chat.completions.create({
        model: "m",
        messages: user("Hi [[sim words=3 reasoning=5]]"),
      });
      return { message: answer.choices[0]?.message as unknown as Record<string, unknown>, usage: answer.usage! };
    };
    const deepseek = await reasoning("deepseek");
    expect(String(deepseek.message["reasoning_content"]).split(" ")).toHaveLength(5);
    expect((await reasoning("groq")).message["reasoning"]).toBe(deepseek.message["reasoning_content"]);
    const openai = await reasoning("openai");
    expect(Object.keys(openai.message)).not.toContain("reasoning_content");
    const tokens = openai.usage.completion_tokens_details!.reasoning_tokens!;
    expect(tokens).toBeGreaterThan(0);
    const xai = await reasoning("xai");
    expect(xai.usage.completion_tokens).toBe(openai.usage.completion_tokens - tokens);
    expect(xai.usage.total_tokens).toBe(openai.usage.total_tokens);
  });

  it("report a stream's usage where each does", async () => {
    const chunksOf = async (provider: string, include_usage: boolean) =>
      (
        await collect(
          await client(provider).chat.completions.create({
            model: "m",
            messages: user("Hi"),
            stream: true,
            stream_options: { include_usage },
          }),
        )
      ).chunks;
    expect((await chunksOf("mistral", false)).at(-1)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      usage: { total_tokens: expect.any(Number) },
    });
    const [last, extra] = (await chunksOf("groq", true)).slice(-2);
    expect(last).toMatchObject({ x_groq: { usage: extra?.usage } });
    expect((await chunksOf("deepseek", true)).at(-1)?.usage).toMatchObject({ prompt_cache_hit_tokens: 0 });
  });

  it("continue an assistant message, or answer anew, as each does", async () => {
    const ask = user("Tell me of the forest [[sim words=20]]");
    const whole = (await client("openrouter").chat.completions.create({ model: "m", messages: ask })).choices[0]!
      .message.content!;
    const half = whole.slice(0, 30);
    const goOn = async (provider: string, more: object = {}) =>
      (
        await client(provider).chat.completions.create({
          model: "m",
          messages: [...ask, { role: "assistant", content: half, ...more }],
        })
      ).choices[0]!.message.content!;
    expect(half + (await goOn("openrouter"))).toBe(whole);
    expect(half + (await goOn("deepseek", { prefix: true }))).toBe(whole);
    expect(await goOn("mistral", { prefix: true })).toBe(whole);
    expect(await goOn("openai")).toBe(whole);
    await expect(goOn("mistral")).rejects.toThrow("prefix");
  });
});

it("notices when the client leaves a stream", async () => {
  await fetch(`${simulator.url}/__simulator/calls`, { method: "DELETE" });
  const stream = await client().chat.completions.create({
    model,
    messages: user("Hi [[sim words=500 chunk_ms=5]]"),
    stream: true,
  });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content === " —") break;
  stream.controller.abort();
  const { calls, active } = (await (await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=5000`)).json()) as {
    calls: CallRecord[];
    active: number;
  };
  expect(active).toBe(0);
  expect(calls).toMatchObject([
    { provider: "openai", model, stream: true, outcome: "aborted", status: 200, aborted_ms: expect.any(Number) },
  ]);
});
