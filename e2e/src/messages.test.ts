import Anthropic from "@anthropic-ai/sdk";
import { CHAT_MODEL, PLAIN_MODEL, PRICES, UPSTREAM_KEY } from "./harness/cenote-yaml";
import { digitsOf, nanoOf } from "./harness/exact";
import { balanceOf, settledBalance } from "./harness/ledger";
import { newEmptyPayer, newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const CLAUDE = "anthropic/claude-opus-4-6";
const GPT = "openai/gpt-5.4-mini";
const GEMINI = "google/gemini-3.1-flash-lite";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const reasoning = (id: string) => {
  const [provider, model] = id.split("/");
  return {
    id,
    type: "chat",
    context_tokens: 200_000,
    max_output_tokens: 32_000,
    capabilities: ["tools", "vision", "json_object", "json_schema", "reasoning"],
    price_usd: PRICES.chat,
    // As in its shipped row: with functions its reasoning is switched off.
    ...(provider === "openai" ? { unsupported: "drop" } : {}),
    routes: [
      {
        provider,
        model,
        ...(provider === "openai"
          ? {
              quirks: {
                max_tokens_field: "max_completion_tokens",
                sampling: "without_reasoning",
                tools: "without_reasoning",
              },
            }
          : {}),
      },
    ],
  };
};

const harness = withSystem({
  more: (simulatorUrl) => ({
    providers: {
      anthropic: { kind: "anthropic", base_url: `${simulatorUrl}/anthropic`, api_key: UPSTREAM_KEY },
      google: { kind: "google", base_url: `${simulatorUrl}/google`, api_key: UPSTREAM_KEY },
    },
    models: [reasoning(CLAUDE), reasoning(GPT), reasoning(GEMINI)],
  }),
});

/** Anthropic's own client, with only base URL, key and model changed. */
const sdk = (apiKey = harness().system.key) =>
  new Anthropic({ apiKey, baseURL: harness().system.baseUrl, maxRetries: 0 });

const max_tokens = 8_000;
const user = (content: Anthropic.MessageParam["content"]): Anthropic.MessageParam => ({ role: "user", content });
const textOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");
const ALL = [CHAT_MODEL, CLAUDE, GPT, GEMINI];

describe.each(ALL)("with %s", (model) => {
  const create = (
    content: Anthropic.MessageParam["content"],
    rest: Partial<Anthropic.MessageCreateParamsNonStreaming> = {},
  ) => sdk().messages.create({ model, max_tokens, messages: [user(content)], ...rest });

  test("an answer is the same, plain and streamed", async () => {
    const params = {
      model,
      max_tokens,
      messages: [user('Hello [[sim text="Hola, mundo."]]')],
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
    } satisfies Anthropic.MessageCreateParams;
    const plain = await sdk().messages.create(params);
    expect(plain).toMatchObject({
      id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
      type: "message",
      role: "assistant",
      model,
      stop_reason: "end_turn",
      stop_sequence: null,
    });
    expect(plain.content.at(-1)).toEqual({ type: "text", text: "Hola, mundo." });
    expect(plain._request_id).toBe(plain.id);
    const stream = sdk().messages.stream(params);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    const streamed = await stream.finalMessage();
    expect(pieces.length).toBeGreaterThan(1);
    expect(textOf(streamed)).toBe(textOf(plain));
    expect(streamed.stop_reason).toBe("end_turn");
    expect(streamed.usage).toMatchObject({
      input_tokens: plain.usage.input_tokens,
      output_tokens: plain.usage.output_tokens,
    });
  });

  test("tools are called in parallel, and continued with their results, one of which contains an image", async () => {
    const tools: Anthropic.Tool[] = ["weather", "local_time"].map((name) => ({
      name,
      input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    }));
    const marker = `marker-tools-${model}-end`;
    const question = user(`The weather and the local_time? ${marker}`);
    const called = await sdk()
      .messages.stream({ model, max_tokens, messages: [question], tools, thinking: { type: "adaptive" } })
      .finalMessage();
    expect(called.stop_reason).toBe("tool_use");
    const uses = called.content.filter((block) => block.type === "tool_use");
    expect(uses).toMatchObject([{ name: "weather", input: { city: expect.any(String) } }, { name: "local_time" }]);
    const [first, second] = uses;
    const answer = await sdk().messages.create({
      model,
      max_tokens,
      tools,
      thinking: { type: "adaptive" },
      messages: [
        question,
        { role: "assistant", content: called.content as Anthropic.ContentBlockParam[] },
        // As Claude Code sends them: each result in a separate message.
        user([
          {
            type: "tool_result",
            tool_use_id: first!.id,
            content: [
              { type: "text", text: "31 degrees" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
            ],
          },
        ]),
        user([
          { type: "text", text: "Mind the time." },
          { type: "tool_result", tool_use_id: second!.id, content: "no clock", is_error: true },
        ]),
      ],
    });
    expect(answer).toMatchObject({ stop_reason: "end_turn" });
    const sent = (await harness().simulator.calls(marker)).at(-1);
    expect([sent?.status, sent?.body]).toEqual([200, expect.stringMatching(/weather[^]*31 degrees/)]);
    for (const part of ["Error: no clock", "Mind the time.", PIXEL]) expect(sent?.body).toContain(part);
  });

  test("a deferred tool is there once a result refers to it", async () => {
    const marker = `marker-deferred-${model}-end`;
    const tools: Anthropic.Tool[] = ["search", "weather"].map((name) => ({
      name,
      input_schema: { type: "object" },
      defer_loading: name !== "search",
    }));
    const question = user(`The search? ${marker}`);
    const { content } = await sdk().messages.create({ model, max_tokens, messages: [question], tools });
    const use = content.find((block) => block.type === "tool_use");
    const found = user([
      { type: "tool_result", tool_use_id: use!.id, content: [{ type: "tool_reference", tool_name: "weather" }] },
    ]);
    await sdk().messages.create({
      model,
      max_tokens,
      tools,
      messages: [question, { role: "assistant", content: content as Anthropic.ContentBlockParam[] }, found],
    });
    const [before, after] = (await harness().simulator.calls(marker)).map(({ body }) =>
      body?.includes('"name":"weather"'),
    );
    expect([before, after]).toEqual([false, true]);
  });

  test("an image is accepted, inline and by URL", async () => {
    const without = (await create("Look")).usage.input_tokens;
    for (const source of [
      { type: "base64", media_type: "image/png", data: PIXEL },
      { type: "url", url: "https://example.com/a.png" },
    ] as const) {
      expect(
        (
          await create([
            { type: "text", text: "Look" },
            { type: "image", source },
          ])
        ).usage.input_tokens,
      ).toBeGreaterThan(without);
    }
  });

  test("an answer follows a schema", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, year: { type: "integer" } },
      required: ["title", "year"],
      additionalProperties: false,
    };
    expect(
      JSON.parse(textOf(await create("A film", { output_config: { format: { type: "json_schema", schema } } }))),
    ).toEqual({ title: expect.any(String), year: expect.any(Number) });
  });
});

test("the tool runner of Anthropic's SDK sends the whole conversation after its thread was refused", async () => {
  const marker = "marker-runner-end";
  const weather = { type: "custom", name: "weather", input_schema: { type: "object" } } as const;
  const answer = await sdk().beta.messages.toolRunner({
    model: CHAT_MODEL,
    max_tokens,
    messages: [user(`The weather? ${marker}`)],
    tools: [{ ...weather, parse: (input) => input, run: () => "31 degrees" }],
  });
  expect(answer.stop_reason).toBe("end_turn");
  expect((await harness().simulator.calls(marker)).map(({ status }) => status)).toEqual([200, 200]);
});

describe("thinking", () => {
  test.each([CLAUDE, GEMINI])("of %s is shown, and is continued from when it is sent back", async (model) => {
    const marker = `marker-thinking-${model}-end`;
    const params = { model, max_tokens, thinking: { type: "enabled", budget_tokens: 2_000 } } as const;
    const question = user(`Hi ${marker} [[sim words=3 reasoning=5]]`);
    const plain = await sdk().messages.create({ ...params, messages: [question] });
    const streamed = await sdk()
      .messages.stream({ ...params, messages: [question] })
      .finalMessage();
    const thoughts = [plain, streamed].map(({ content }) =>
      content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join(""),
    );
    expect(thoughts[0]).toMatch(/\S/);
    expect(thoughts[1]).toBe(thoughts[0]);
    expect(plain.usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(0);
    for (const { content } of [plain, streamed]) {
      const answer = await sdk().messages.create({
        ...params,
        messages: [
          question,
          { role: "assistant", content: content as Anthropic.ContentBlockParam[] },
          user("And then?"),
        ],
      });
      expect(answer.stop_reason).toBe("end_turn");
      const sent = JSON.parse((await harness().simulator.calls(marker)).at(-1)?.body ?? "{}") as object;
      expect(JSON.stringify(sent)).toMatch(/"(?:signature|thoughtSignature)":"[^"]+"/);
    }
  });

  test("sets the effort of an OpenAI model, and another model continues from it", async () => {
    const marker = "marker-effort-end";
    const first = await sdk().messages.create({
      model: GPT,
      max_tokens,
      messages: [user(`Hi ${marker}`)],
      thinking: { type: "adaptive" },
      output_config: { effort: "low" },
    });
    expect(JSON.parse((await harness().simulator.calls(marker)).at(-1)?.body ?? "{}")).toMatchObject({
      reasoning_effort: "low",
    });
    const next = await sdk().messages.create({
      model: CLAUDE,
      max_tokens,
      messages: [
        user("Hi"),
        { role: "assistant", content: first.content as Anthropic.ContentBlockParam[] },
        user("And then?"),
      ],
    });
    expect(next.stop_reason).toBe("end_turn");
  });

  test("is dropped and reported if optional, a 400 if required, for a model that does not reason", async () => {
    const params = { model: CHAT_MODEL, max_tokens: 20_000, messages: [user("Hi")] };
    const { data, response } = await sdk()
      .messages.create({ ...params, thinking: { type: "adaptive" }, output_config: { effort: "high" } })
      .withResponse();
    expect([data.stop_reason, response.headers.get("x-gateway-dropped-fields")]).toEqual([
      "end_turn",
      "thinking, output_config.effort",
    ]);
    await expect(
      sdk().messages.create({ ...params, thinking: { type: "enabled", budget_tokens: 2_000 } }),
    ).rejects.toMatchObject({
      status: 400,
      error: {
        error: { param: "thinking", message: expect.stringMatching(/^thinking: openai\/gpt-4o-mini does not support/) },
      },
    });
  });
});

describe("an error has the client's own type", () => {
  test.each<[string, () => Promise<unknown>, new (...args: never[]) => Error, object]>([
    [
      "a wrong key",
      () => sdk("cen_sk_live_wrong").messages.create({ model: CHAT_MODEL, max_tokens, messages: [user("Hi")] }),
      Anthropic.AuthenticationError,
      { status: 401, type: "invalid_api_key" },
    ],
    [
      "an unknown model",
      () => sdk().messages.create({ model: "claude-opus-4-6", max_tokens, messages: [user("Hi")] }),
      Anthropic.NotFoundError,
      { status: 404, type: "model_not_found" },
    ],
    [
      "no bound",
      () => sdk().messages.create({ model: CHAT_MODEL, messages: [user("Hi")] } as never),
      Anthropic.BadRequestError,
      { status: 400, apiMessage: "max_tokens: required." },
    ],
    [
      "tools the model lacks",
      () =>
        sdk().messages.create({
          model: PLAIN_MODEL,
          max_tokens,
          messages: [user("Hi")],
          tools: [{ name: "now", input_schema: { type: "object" } }],
        }),
      Anthropic.BadRequestError,
      { status: 400, apiMessage: expect.stringMatching(/^tools: /) },
    ],
    [
      "a refused prompt",
      () =>
        sdk().messages.create({ model: CHAT_MODEL, max_tokens, messages: [user("[[sim fault=status status=400]]")] }),
      Anthropic.InternalServerError,
      { status: 502, type: "provider_unavailable" },
    ],
  ])("%s", async (_what, call, type, fields) => {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ requestID: expect.stringMatching(/^req_/), ...fields });
  });

  test("an exhausted balance", async () => {
    const { system, client } = harness();
    const { key } = await newEmptyPayer(system, client);
    await expect(
      sdk(key).messages.create({ model: CHAT_MODEL, max_tokens, messages: [user("Hi")] }),
    ).rejects.toBeInstanceOf(Anthropic.PaymentRequiredError);
  });

  test("a cut stream", async () => {
    const stream = sdk().messages.stream({
      model: CHAT_MODEL,
      max_tokens,
      messages: [user("[[sim words=9 fault=reset after=3]]")],
    });
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    await expect(stream.finalMessage()).rejects.toMatchObject({ type: "provider_unavailable" });
    expect(pieces.length).toBeGreaterThan(0);
  });
});

test("counting a prompt is free, and uses the same count as the refusal of a prompt that is too long", async () => {
  const { system, client } = harness();
  const { org, key } = await newEmptyPayer(system, client);
  const before = await balanceOf(system, org);
  const prompt = { model: CHAT_MODEL, system: "Be brief.", messages: [user("How many words? ".repeat(10))] };
  const { input_tokens: few } = await sdk(key).messages.countTokens(prompt);
  const { input_tokens: more } = await sdk(key).messages.countTokens({
    ...prompt,
    tools: [{ name: "now", description: "Tells the time.", input_schema: { type: "object" } }],
  });
  expect(few).toBeGreaterThan(40);
  expect(more).toBeGreaterThan(few);
  expect(await balanceOf(system, org)).toEqual(before);
  const long = { ...prompt, messages: [user("word ".repeat(200_000))] };
  const { input_tokens: many } = await sdk(key).messages.countTokens(long);
  const error = await sdk()
    .messages.create({ ...long, max_tokens })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    status: 400,
    apiMessage: expect.stringMatching(/prompt is too long: \d+ tokens > 128000/),
  });
  // Both numbers are estimates.
  const reported = Number(/long: (\d+) tokens/.exec((error as { apiMessage: string }).apiMessage)?.[1]);
  expect(Math.abs(reported - many)).toBeLessThan(many / 100);
  await expect(sdk().messages.countTokens({ ...prompt, model: "none" })).rejects.toMatchObject({
    status: 404,
    type: "model_not_found",
  });
});

test("models are listed in the format of Anthropic.s API", async () => {
  const ids = [];
  for await (const { type, id } of sdk().models.list()) ids.push([type, id]);
  expect(ids).toEqual(expect.arrayContaining(ALL.map((id) => ["model", id])));
  expect(await sdk().models.retrieve(CLAUDE)).toMatchObject({
    type: "model",
    id: CLAUDE,
    max_input_tokens: 200_000,
    max_tokens: 32_000,
  });
});

test("the balance falls by exactly what the answers report, and a retry is paid once", async () => {
  const { client, system } = harness();
  const { org, key } = await newPayer(system);
  const before = nanoOf((await balanceOf(system, org)).balance_mxn);
  const ask = (model: string, rest: object) =>
    client.post(
      "/v1/messages",
      { model, max_tokens, messages: [user("[[sim words=7]]")], ...rest },
      { key, headers: { "idempotency-key": `once-${model}` } },
    );
  let spent = 0n;
  for (const model of ALL) {
    const plain = await (await ask(model, {})).text();
    const again = await ask(model, {});
    expect([again.headers.get("idempotent-replayed"), await again.text()]).toEqual(["true", plain]);
    const streamed = await (
      await client.post(
        "/v1/messages",
        { model, max_tokens, messages: [user("[[sim words=7]]")], stream: true },
        { key },
      )
    ).text();
    expect(streamed).toMatch(/\n\nevent: message_stop\ndata: \{"type":"message_stop"\}\n\n$/);
    for (const json of [plain, streamed]) spent += nanoOf(digitsOf(json, "cost_mxn"));
  }
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(before - spent);
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
