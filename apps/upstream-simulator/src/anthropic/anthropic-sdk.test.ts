/** Checks the simulator with Anthropic's own client. */
import Anthropic from "@anthropic-ai/sdk";
import type { CallRecord } from "../admin/call-log";
import { withSimulator } from "../testing/with-simulator";

const simulator = withSimulator();
const client = (apiKey = "sk-ant-test") =>
  new Anthropic({ apiKey, baseURL: `${simulator.url}/anthropic`, maxRetries: 0 });
const user = (content: Anthropic.MessageParam["content"]): Anthropic.MessageParam[] => [{ role: "user", content }];
const model = "claude-haiku-4-5";
const max_tokens = 4_000;

const create = (
  content: Anthropic.MessageParam["content"],
  more: Partial<Anthropic.MessageCreateParamsNonStreaming> = {},
) => client().messages.create({ model, max_tokens, messages: user(content), ...more });
const textOf = (message: Anthropic.Message): string =>
  message.content.map((block) => (block.type === "text" ? block.text : "")).join("");

describe("messages", () => {
  it("are answered, each with a new id", async () => {
    const [one, two] = await Promise.all([create("Hello"), create("Hello")]);
    expect(one).toMatchObject({
      type: "message",
      role: "assistant",
      model,
      stop_reason: "end_turn",
      stop_sequence: null,
      content: [{ type: "text" }],
    });
    expect(textOf(one)).toMatch(/^You said: Hello — /);
    expect(one.id).toMatch(/^msg_[0-9a-f]{24}$/);
    expect(one.id).not.toBe(two.id);
  });

  it("stream the same text and usage as they return plain", async () => {
    const params = { model, max_tokens, messages: user("Tell me of the river, por favor [[sim words=40 cached=6]]") };
    const plain = await client().messages.create(params);
    const stream = client().messages.stream(params);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    const final = await stream.finalMessage();
    expect(pieces).toHaveLength(40);
    expect(textOf(final)).toBe(textOf(plain));
    expect(final).toMatchObject({
      stop_reason: "end_turn",
      usage: {
        input_tokens: plain.usage.input_tokens,
        output_tokens: plain.usage.output_tokens,
        cache_read_input_tokens: 6,
      },
    });
  });

  it("end at max_tokens, or at a stop sequence, which is reported", async () => {
    expect(await create("Hi", { max_tokens: 5 })).toMatchObject({
      stop_reason: "max_tokens",
      usage: { output_tokens: 5 },
    });
    const stopped = await create("Hi", { stop_sequences: ["never said", " —"] });
    expect(stopped).toMatchObject({
      stop_reason: "stop_sequence",
      stop_sequence: " —",
      content: [{ text: "You said: Hi" }],
    });
  });

  it("continue a prefilled answer, if the model supports that", async () => {
    const whole = textOf(await create("Tell me of the forest [[sim words=20]]"));
    const half = whole.slice(0, 31).trimEnd();
    const goOn = (name: string) =>
      client().messages.create({
        model: name,
        max_tokens,
        messages: [...user("Tell me of the forest [[sim words=20]]"), { role: "assistant", content: half }],
      });
    expect(half + textOf(await goOn(model))).toBe(whole);
    await expect(goOn("claude-opus-5")).rejects.toThrow("prefill");
  });

  it("are refused with a stop reason and details", async () => {
    const refused = await create("Do harm [[sim refuse]]");
    expect(refused).toMatchObject({
      stop_reason: "refusal",
      content: [],
      stop_details: { type: "refusal", explanation: expect.stringContaining("sorry") },
    });
    const final = await client()
      .messages.stream({ model, max_tokens, messages: user("Do harm [[sim refuse]]") })
      .finalMessage();
    expect(final).toMatchObject({ stop_reason: "refusal", stop_details: refused.stop_details });
  });

  it("accept images, by URL and inline", async () => {
    const text = (await create("Look")).usage.input_tokens;
    const [byUrl, byData] = await Promise.all([
      create([
        { type: "text", text: "Look" },
        { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
      ]),
      create([
        { type: "text", text: "Look" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
      ]),
    ]);
    expect(byUrl.usage.input_tokens).toBeGreaterThan(text + 1_000);
    expect(byData.usage.input_tokens).toBe(byUrl.usage.input_tokens);
  });

  it("report what was written to the cache, if it was marked and long enough, and what was read from it", async () => {
    const system = (text: string): Anthropic.TextBlockParam[] => [
      { type: "text", text, cache_control: { type: "ephemeral" } },
    ];
    const long = system("A rule of the house. ".repeat(400));
    const written = (await create("Hi", { system: long })).usage;
    expect(written.cache_creation_input_tokens).toBeGreaterThan(1_024);
    expect(written).toMatchObject({
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: written.cache_creation_input_tokens },
    });
    const read = (await create("Hi [[sim cached=1500]]", { system: long })).usage;
    expect(read.cache_read_input_tokens).toBe(1_500);
    expect(read.input_tokens + read.cache_read_input_tokens! + read.cache_creation_input_tokens!).toBe(
      written.input_tokens + written.cache_creation_input_tokens!,
    );
    expect((await create("Hi", { system: system("Be brief.") })).usage).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    });
  });

  it("are counted ahead with the same number of tokens as they use", async () => {
    const messages = user("How many tokens are these?");
    const { input_tokens } = await client().messages.countTokens({ model, messages });
    expect(input_tokens).toBe((await create("How many tokens are these?")).usage.input_tokens);
  });
});

describe("tools", () => {
  const tools: Anthropic.Tool[] = ["get_weather", "get_time"].map((name) => ({
    name,
    input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  }));
  const calls = (message: Anthropic.Message) => message.content.filter((block) => block.type === "tool_use");

  it("are called in parallel, their input streamed in pieces that the client assembles", async () => {
    const params = { model, max_tokens, messages: user("Call get_weather and get_time"), tools };
    const plain = await client().messages.create(params);
    expect(plain.stop_reason).toBe("tool_use");
    expect(calls(plain)).toMatchObject([
      { name: "get_weather", input: { city: expect.any(String) } },
      { name: "get_time" },
    ]);
    expect(new Set(calls(plain).map(({ id }) => id)).size).toBe(2);
    const stream = client().messages.stream(params);
    const pieces: string[] = [];
    stream.on("inputJson", (piece) => pieces.push(piece));
    expect(calls(await stream.finalMessage())).toMatchObject(calls(plain));
    expect(pieces.length).toBeGreaterThan(6);
    expect(
      calls(
        await create("Call get_weather and get_time", {
          tools,
          tool_choice: { type: "auto", disable_parallel_tool_use: true },
        }),
      ),
    ).toHaveLength(1);
  });

  it("without arguments stream no input", async () => {
    const now: Anthropic.Tool[] = [{ name: "now", input_schema: { type: "object", properties: {} } }];
    const stream = client().messages.stream({ model, max_tokens, messages: user("What is it now"), tools: now });
    let pieces = 0;
    stream.on("inputJson", () => {
      pieces += 1;
    });
    expect(calls(await stream.finalMessage())).toMatchObject([{ name: "now", input: {} }]);
    expect(pieces).toBe(0);
  });

  it("are forced by tool_choice, and continued after their result, with the thinking that led to them", async () => {
    const thinking = { type: "adaptive" } as const;
    const first = await client().messages.create({
      model: "claude-opus-4-6",
      max_tokens,
      messages: user("Ask get_time [[sim reasoning=4]]"),
      tools,
      thinking,
    });
    expect(first.content.map(({ type }) => type)).toEqual(["thinking", "tool_use"]);
    const [called] = calls(first);
    const result: Anthropic.MessageParam = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: called!.id, content: "10:30" }],
    };
    const goOn = (content: Anthropic.ContentBlockParam[]) =>
      client().messages.create({
        model: "claude-opus-4-6",
        max_tokens,
        tools,
        thinking,
        messages: [...user("Ask get_time"), { role: "assistant", content }, result],
      });
    expect(await goOn(first.content as Anthropic.ContentBlockParam[])).toMatchObject({ stop_reason: "end_turn" });
    await expect(
      goOn([
        { type: "thinking", thinking: "I never thought that.", signature: "forged" },
        called as Anthropic.ToolUseBlockParam,
      ]),
    ).rejects.toThrow("signature");
    const forced = await client().messages.create({
      model,
      max_tokens,
      messages: user("How late is it in Mérida?"),
      tools,
      tool_choice: { type: "tool", name: "get_time" },
    });
    expect(calls(forced)).toMatchObject([{ name: "get_time" }]);
  });
});

describe("thinking", () => {
  it("precedes the answer, signed, the same plain and streamed", async () => {
    const params = {
      model,
      max_tokens,
      messages: user("Hi [[sim words=3 reasoning=5]]"),
      thinking: { type: "enabled", budget_tokens: 1_024 },
    } as const;
    const plain = await client().messages.create(params);
    const [thought, answer] = plain.content;
    expect(thought).toMatchObject({ type: "thinking", signature: expect.stringMatching(/\S/) });
    expect(thought?.type === "thinking" ? thought.thinking.split(" ") : []).toHaveLength(5);
    expect(answer?.type).toBe("text");
    const stream = client().messages.stream(params);
    const pieces: string[] = [];
    stream.on("thinking", (piece) => pieces.push(piece));
    const final = await stream.finalMessage();
    expect(final.content).toEqual(plain.content);
    expect(pieces).toHaveLength(5);
    expect(final.usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(0);
    expect(final.usage.output_tokens).toBe(plain.usage.output_tokens);
  });

  it("happens by default in some models, and is then not shown", async () => {
    expect((await create("Hi", { model: "claude-sonnet-5" })).content[0]).toMatchObject({
      type: "thinking",
      thinking: "",
    });
    expect((await create("Hi", { model: "claude-sonnet-5", thinking: { type: "disabled" } })).content).toMatchObject([
      { type: "text" },
    ]);
    expect(
      (await create("Hi", { model: "claude-sonnet-5", thinking: { type: "adaptive", display: "summarized" } }))
        .content[0],
    ).toMatchObject({ type: "thinking", thinking: expect.stringMatching(/\S/) });
  });
});

it("structured outputs satisfy the schema", async () => {
  const schema = {
    type: "object",
    properties: { title: { type: "string" }, year: { type: "integer" } },
    required: ["title", "year"],
    additionalProperties: false,
  };
  const answer = await create("A film", { output_config: { format: { type: "json_schema", schema } } });
  expect(JSON.parse(textOf(answer))).toEqual({ title: expect.any(String), year: expect.any(Number) });
});

it("an instruction to answer with one JSON object is followed", async () => {
  expect(
    JSON.parse(textOf(await create("A film", { system: "Answer with one JSON object and nothing else." }))),
  ).toEqual(expect.any(Object));
});

it("models are listed, and can be retrieved one by one", async () => {
  const listed = await client().models.list();
  expect(listed.data.map(({ id }) => id)).toContain("claude-opus-5");
  expect(await client().models.retrieve("claude-opus-5")).toMatchObject({ type: "model", id: "claude-opus-5" });
  await expect(client().models.retrieve("missing-one")).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});

describe("errors have the client's own types", () => {
  it.each([
    [
      "a wrong key",
      () => client("invalid-key").messages.create({ model, max_tokens, messages: user("Hi") }),
      Anthropic.AuthenticationError,
      { status: 401, type: "authentication_error" },
    ],
    [
      "an unknown model",
      () => create("Hi", { model: "missing-model" }),
      Anthropic.NotFoundError,
      { status: 404, type: "not_found_error" },
    ],
    [
      "a stop sequence of white space",
      () => create("Hi", { stop_sequences: ["\n"] }),
      Anthropic.BadRequestError,
      { status: 400, type: "invalid_request_error" },
    ],
    [
      "a rate limit",
      () => create("[[sim fault=status status=429 retry_after=3]]"),
      Anthropic.RateLimitError,
      { status: 429, type: "rate_limit_error" },
    ],
    [
      "no room",
      () => create("[[sim fault=status status=529]]"),
      Anthropic.OverloadedError,
      { status: 529, type: "overloaded_error" },
    ],
    [
      "an unpaid bill",
      () => create("[[sim fault=status status=402]]"),
      Anthropic.PaymentRequiredError,
      { status: 402, type: "billing_error" },
    ],
    [
      "a prompt too long",
      () => create("[[sim fault=status status=400 code=context_length_exceeded]]"),
      Anthropic.BadRequestError,
      { apiMessage: expect.stringContaining("prompt is too long") },
    ],
    [
      "a failure",
      () => create("[[sim fault=status status=503 body=html]]"),
      Anthropic.InternalServerError,
      { status: 503 },
    ],
    ["a reset", () => create("[[sim fault=reset]]"), Anthropic.APIConnectionError, {}],
    [
      "a directive that is none",
      () => create("[[sim nonsense=1]]"),
      Anthropic.BadRequestError,
      { apiMessage: expect.stringContaining("nonsense") },
    ],
  ])("%s", async (_name, call, type, fields) => {
    const error: unknown = await call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
  });

  it("also in the middle of a stream", async () => {
    const stream = client().messages.stream({
      model,
      max_tokens,
      messages: user("[[sim words=9 fault=error_event after=3 status=529 message=overheated]]"),
    });
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    await expect(stream.finalMessage()).rejects.toMatchObject({
      type: "overloaded_error",
      message: expect.stringContaining("overheated"),
    });
    expect(pieces).toHaveLength(3);
  });
});

it("notices when the client leaves a stream", async () => {
  await fetch(`${simulator.url}/__simulator/calls`, { method: "DELETE" });
  const stream = await client().messages.create({
    model,
    max_tokens,
    messages: user("Hi [[sim words=500 chunk_ms=5]]"),
    stream: true,
  });
  for await (const event of stream)
    if (event.type === "content_block_delta" && event.delta.type === "text_delta" && event.delta.text === " —") break;
  const { calls, active } = (await (await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=5000`)).json()) as {
    calls: CallRecord[];
    active: number;
  };
  expect(active).toBe(0);
  expect(calls).toMatchObject([
    { provider: "anthropic", model, stream: true, outcome: "aborted", status: 200, aborted_ms: expect.any(Number) },
  ]);
});
