import OpenAI from "openai";
import { CHAT_MODEL, ODD_MODEL, PLAIN_MODEL, ZDR_MODEL } from "./harness/cenote-yaml";
import { ask, type ChatChunk, type ChatCompletion, type Usage } from "./harness/client";
import { chunksOf, textOf } from "./harness/chat-chunks";
import { parseSse, readEvents, type SseRead } from "./harness/sse";
import { withSystem } from "./harness/with-system";

const REQUEST_ID = /^req_[0-9a-f]{24}$/;
const PATH = "/v1/chat/completions";

const harness = withSystem();

interface StreamRead extends SseRead {
  readonly headers: Headers;
  readonly chunks: readonly ChatChunk[];
}

const readStream = async (body: object): Promise<StreamRead> => {
  const response = await harness().client.post(PATH, { ...body, stream: true });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const read = parseSse(await response.text());
  expect(read.events.at(-1)?.data).toBe("[DONE]");
  expect(read.events.filter(({ id, name }) => id !== undefined || name !== undefined)).toEqual([]);
  return { ...read, headers: response.headers, chunks: chunksOf(read.events) };
};

const sdk = (): OpenAI =>
  new OpenAI({ apiKey: harness().system.key, baseURL: `${harness().system.baseUrl}/v1`, maxRetries: 0 });

describe("a plain answer", () => {
  test("has the contract's shape", async () => {
    const beforeS = Math.floor(Date.now() / 1000);
    const { status, headers, body } = await harness().client.postJson<ChatCompletion>(
      PATH,
      ask('[[sim text="Hola, mundo."]]'),
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      id: expect.stringMatching(REQUEST_ID),
      object: "chat.completion",
      model: CHAT_MODEL,
      choices: [{ index: 0, message: { role: "assistant", content: "Hola, mundo." }, finish_reason: "stop" }],
    });
    expect(body.choices).toHaveLength(1);
    expect(Number.isInteger(body.created)).toBe(true);
    expect(body.created).toBeGreaterThanOrEqual(beforeS);
    expect(body.created).toBeLessThanOrEqual(Date.now() / 1000);
    const {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: total,
      cost_usd: usd,
      cost_mxn: mxn,
    } = body.usage;
    for (const count of [prompt, completion, total]) expect(Number.isInteger(count)).toBe(true);
    expect(prompt).toBeGreaterThan(0);
    expect(completion).toBeGreaterThan(0);
    expect(total).toBe(prompt + completion);
    expect(usd).toBeGreaterThan(0);
    expect(mxn).toBeGreaterThan(usd);
  });

  test("carries its request id and its limits as headers", async () => {
    const { headers, body } = await harness().client.postJson<ChatCompletion>(PATH, ask("Hi"));
    expect(headers.get("x-request-id")).toBe(body.id);
    for (const what of ["limit", "remaining"]) {
      expect(headers.get(`x-ratelimit-${what}-requests`)).toMatch(/^\d+$/);
      expect(headers.get(`x-ratelimit-${what}-tokens`)).toMatch(/^\d+$/);
    }
    expect(Number(headers.get("x-gateway-overhead-ms"))).toBeGreaterThanOrEqual(0);
  });

  test("has a new id each time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => harness().client.postJson<ChatCompletion>(PATH, ask("Hi"))),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
  });

  test("reports `length` if cut by max_tokens", async () => {
    const { body } = await harness().client.postJson<ChatCompletion>(PATH, ask("[[sim words=50]]", { max_tokens: 5 }));
    expect(body.choices[0]?.finish_reason).toBe("length");
    expect(body.usage.completion_tokens).toBe(5);
  });

  test.each([
    ["a string", " three"],
    ["an array", ["nothing", " three"]],
  ])("ends before a stop sequence given as %s", async (_form, stop) => {
    const { body } = await harness().client.postJson<ChatCompletion>(
      PATH,
      ask('[[sim text="one two three four"]]', { stop }),
    );
    expect(body.choices[0]).toMatchObject({ message: { content: "one two" }, finish_reason: "stop" });
  });

  test("comes from the requested model, and no other", async () => {
    const { client, simulator } = harness();
    const { body } = await client.postJson<ChatCompletion>(PATH, ask("marker-odd-model", { model: ODD_MODEL }));
    expect(body.model).toBe(ODD_MODEL);
    expect((await simulator.calls("marker-odd-model")).map(({ provider, model }) => ({ provider, model }))).toEqual([
      { provider: "mistral", model: "mistral-small-latest" },
    ]);
  });

  test("accepts every role, names, many turns, and null for absent fields", async () => {
    const messages = [
      { role: "system", content: "Be brief.", name: "rules" },
      {
        role: "user",
        content: [
          { type: "text", text: "What is in it?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=", detail: "low" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "a cat" },
      { role: "user", content: '[[sim text="A cat."]]', name: "ana" },
    ];
    const tools = [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }];
    const { status, body } = await harness().client.postJson<ChatCompletion>(PATH, {
      model: CHAT_MODEL,
      messages,
      tools,
      tool_choice: "none",
      temperature: null,
      stop: null,
      stream: null,
      response_format: null,
      max_tokens: null,
      an_unknown_field: { deep: [1] },
    });
    expect({ status, text: body.choices[0]?.message.content }).toEqual({ status: 200, text: "A cat." });
  });

  test("passes the question on to the provider, but not the caller's key", async () => {
    const { client, simulator, system } = harness();
    await client.post(PATH, ask("marker-passed-on", { temperature: 0.25, top_p: 0.5, seed: 7, user: "u1" }));
    const [call] = await simulator.calls("marker-passed-on");
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      model: "gpt-4o-mini",
      temperature: 0.25,
      top_p: 0.5,
      seed: 7,
    });
    expect(call?.body).not.toContain(system.key);
  });
});

describe("a streamed answer", () => {
  test("has the contract's chunks and ends with [DONE]", async () => {
    const { headers, chunks, comments } = await readStream(ask('[[sim text="one two three four five"]]'));
    const [first, ...rest] = chunks;
    const last = rest.pop();
    expect(first?.choices).toEqual([{ index: 0, delta: { role: "assistant" }, finish_reason: null }]);
    for (const { choices } of rest)
      expect(choices).toEqual([{ index: 0, delta: { content: expect.any(String) }, finish_reason: null }]);
    expect(last?.choices).toEqual([{ index: 0, delta: {}, finish_reason: "stop" }]);
    expect(textOf(chunks)).toBe("one two three four five");
    expect(rest.length).toBeGreaterThan(1);
    const id = headers.get("x-request-id");
    expect(id).toMatch(REQUEST_ID);
    for (const chunk of chunks)
      expect(chunk).toMatchObject({
        id,
        object: "chat.completion.chunk",
        model: CHAT_MODEL,
        created: expect.any(Number),
      });
    expect(comments).toEqual([]);
  });

  test("reports usage and both costs on the final chunk", async () => {
    const { chunks } = await readStream(ask("[[sim words=10]]"));
    const usage = chunks.at(-1)?.usage as Usage;
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(usage.cost_mxn).toBeGreaterThan(0);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.usage ?? null).toBeNull();
  });

  test("with include_usage reports it on an extra chunk without choices, as OpenAI does", async () => {
    const { chunks } = await readStream(ask("[[sim words=10]]", { stream_options: { include_usage: true } }));
    const extra = chunks.at(-1);
    expect(extra?.choices).toEqual([]);
    expect(extra?.usage?.cost_usd).toBeGreaterThan(0);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.usage).toBeNull();
    expect(chunks.at(-2)?.choices[0]).toEqual({ index: 0, delta: {}, finish_reason: "stop" });
  });

  test("costs and counts the same as the plain answer to the same question", async () => {
    const question = ask("Count to ten, please. [[sim words=37]]");
    const { chunks } = await readStream(question);
    const { body } = await harness().client.postJson<ChatCompletion>(PATH, question);
    expect(chunks.at(-1)?.usage).toEqual(body.usage);
    expect(textOf(chunks)).toBe(body.choices[0]?.message.content);
  });

  test.each([1, 3, 7])("keeps every character if the provider's bytes come in pieces of %d", async (split) => {
    const text = "ñandú 🌮 — 日本語 «fin»";
    const { chunks } = await readStream(ask(`[[sim text="${text}" split=${split}]]`));
    expect(textOf(chunks)).toBe(text);
  });

  test("delivers content as it arrives", async () => {
    const { client, simulator } = harness();
    const events = readEvents(
      await client.post(PATH, ask('[[sim text="one two three" hold=rest after=2]]', { stream: true })),
    );
    const textTo = async (end: string): Promise<string> => {
      let text = "";
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        text += textOf(chunksOf([next.value]));
        if (text === end) break;
      }
      return text;
    };
    expect(await textTo("one two")).toBe("one two");
    await simulator.release("rest");
    expect(await textTo(" three")).toBe(" three");
  });

  test("from another provider has the same shape", async () => {
    const { chunks } = await readStream(ask('[[sim text="uno dos"]]', { model: ODD_MODEL }));
    expect(textOf(chunks)).toBe("uno dos");
    expect(chunks.at(-1)?.usage?.cost_mxn).toBeGreaterThan(0);
  });
});

describe("capabilities", () => {
  const weather = {
    type: "function",
    function: {
      name: "weather",
      description: "Tells the weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  } as const;
  const time = {
    type: "function",
    function: { name: "time", parameters: { type: "object", properties: {} } },
  } as const;

  test("tool calls arrive complete", async () => {
    const completion = await sdk().chat.completions.create({
      model: CHAT_MODEL,
      messages: [{ role: "user", content: "Weather?" }],
      tools: [weather],
      tool_choice: "required",
    });
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    const [call] = choice?.message.tool_calls ?? [];
    expect(call).toMatchObject({ type: "function", function: { name: "weather" } });
    expect(JSON.parse((call as { function: { arguments: string } }).function.arguments)).toEqual({
      city: expect.any(String),
    });
  });

  test("parallel tool calls stay separate in a stream", async () => {
    const stream = sdk().chat.completions.stream({
      model: CHAT_MODEL,
      messages: [{ role: "user", content: "Both, please. [[sim tools=2]]" }],
      tools: [weather, time],
      tool_choice: "required",
    });
    const message = await stream.finalMessage();
    expect(
      message.tool_calls?.map((call) => (call as { function: { name: string } }).function.name).toSorted(),
    ).toEqual(["time", "weather"]);
    for (const call of message.tool_calls ?? [])
      expect(() => {
        JSON.parse((call as { function: { arguments: string } }).function.arguments);
      }).not.toThrow();
  });

  test("a JSON schema is followed", async () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer" } },
      required: ["name", "age"],
      additionalProperties: false,
    };
    const { body } = await harness().client.postJson<ChatCompletion>(
      PATH,
      ask("A person, please.", {
        response_format: { type: "json_schema", json_schema: { name: "person", schema, strict: true } },
      }),
    );
    expect(JSON.parse(body.choices[0]?.message.content ?? "")).toEqual({
      name: expect.any(String),
      age: expect.any(Number),
    });
  });

  test.each([
    ["tools", { tools: [weather] }],
    ["response_format", { response_format: { type: "json_schema", json_schema: { name: "person", schema: {} } } }],
    [
      "messages[0].content",
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }] },
        ],
      },
    ],
  ])("a model that lacks %s rejects it by name", async (field, body) => {
    const answer = await harness().client.postJson(PATH, { ...ask("Hi"), ...body, model: PLAIN_MODEL });
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 400,
      code: "invalid_request_error",
    });
    expect(answer.body.error.message).toContain(field);
  });

  test("zdr uses a route marked for it, or says that there is none", async () => {
    const { client } = harness();
    expect((await client.post(PATH, ask("Hi", { model: ZDR_MODEL, zdr: true }))).status).toBe(200);
    const refused = await client.postJson(PATH, ask("Hi", { zdr: true }));
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/zdr|retention/i);
  });

  test("an organization's guardrail makes all its calls zdr", async () => {
    const { client, system } = harness();
    const { id } = await system.cenote<{ id: string }>("org", "create", "guarded");
    const { key } = await system.cenote<{ key: string }>("key", "create", id);
    expect(await system.cenote("org", "set", id, "zdr=on")).toMatchObject({ zdr: true });
    expect((await client.post(PATH, ask("Hi", { model: ZDR_MODEL }), { key })).status).toBe(200);
    expect((await client.post(PATH, ask("Hi"), { key })).status).toBe(400);
  });
});

describe("the official openai package", () => {
  const messages = [{ role: "user" as const, content: 'Say it. [[sim text="Said and done."]]' }];

  test("gets a plain answer", async () => {
    const completion = await sdk().chat.completions.create({ model: CHAT_MODEL, messages });
    expect(completion.choices[0]?.message.content).toBe("Said and done.");
    expect(completion._request_id).toBe(completion.id);
  });

  test("streams", async () => {
    const stream = await sdk().chat.completions.create({
      model: CHAT_MODEL,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let tokens = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    expect(text).toBe("Said and done.");
    expect(tokens).toBeGreaterThan(0);
  });

  test("throws its own typed errors", async () => {
    await expect(
      new OpenAI({
        apiKey: "cen_sk_live_wrong",
        baseURL: `${harness().system.baseUrl}/v1`,
        maxRetries: 0,
      }).chat.completions.create({ model: CHAT_MODEL, messages }),
    ).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(sdk().chat.completions.create({ model: "gpt-4o-mini", messages })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError,
    );
    const refused = await sdk()
      .chat.completions.create({ model: CHAT_MODEL, messages, temperature: 3 })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OpenAI.BadRequestError);
    expect(refused).toMatchObject({
      code: "invalid_request_error",
      type: "invalid_request_error",
      requestID: expect.stringMatching(REQUEST_ID),
    });
  });

  test("sees a failure in mid-stream as an error, never as a normal end", async () => {
    const stream = await sdk().chat.completions.create({
      model: CHAT_MODEL,
      messages: [{ role: "user", content: "[[sim words=20 fault=cut after=5]]" }],
      stream: true,
    });
    let text = "";
    const reading = async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    };
    await expect(reading()).rejects.toBeInstanceOf(OpenAI.APIError);
    expect(text).not.toBe("");
  });
});
