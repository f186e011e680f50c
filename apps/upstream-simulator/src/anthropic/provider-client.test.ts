/**
 * Checks our own provider client against the simulator: its requests are accepted and its reading of the answers is
 * right.
 */
import { silentLog, systemClock } from "@cenote/core";
import {
  type ChatAnswer,
  type ChatCall,
  type ChatEvent,
  type ChatMessage,
  createHttp,
  createProviderClient,
  FAMILIES,
  type ProviderError,
  type Target,
} from "@cenote/providers";
import type { CallRecord } from "../admin/call-log";
import { withSimulator } from "../testing/with-simulator";

const OLD = "claude-3-5-haiku-20241022";
const BUDGET = "claude-haiku-4-5";
const ADAPTIVE = "claude-opus-4-6";
const NEWEST = "claude-sonnet-5-5";

const http = createHttp();
const family = FAMILIES.get("anthropic");
const client = createProviderClient(family!, { http, clock: systemClock, log: silentLog });
const simulator = withSimulator();

afterAll(async () => {
  await http.close();
});

const target = (model: string, apiKey = "sk-ant-test"): Target => ({
  provider: "anthropic",
  baseUrl: `${simulator.url}/anthropic`,
  apiKey,
  model,
});
const limits = { connectMs: 5_000, firstContentMs: 10_000, idleMs: 10_000, totalMs: 20_000 };
const options = () => ({ limits, signal: new AbortController().signal });
const ask = (content: ChatMessage["content"], more: Partial<ChatCall> = {}): ChatCall => ({
  messages: [{ role: "user", content }],
  ...more,
});

const collect = async (call: ChatCall, model: string): Promise<ChatEvent[]> => {
  const events: ChatEvent[] = [];
  for await (const batch of client.streamChat(call, target(model), options())) events.push(...batch);
  return events;
};

/** Folds a stream of events into an answer. */
const fold = (events: readonly ChatEvent[]) => {
  const texts = (type: "text" | "reasoning" | "refusal") =>
    events.map((event) => (event.type === type ? event.text : "")).join("");
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const event of events) {
    if (event.type !== "tool_call") continue;
    const call = (calls[event.index] ??= { id: event.id ?? "", name: event.name ?? "", arguments: "" });
    call.arguments += event.arguments;
  }
  return {
    text: texts("text"),
    reasoning: texts("reasoning"),
    refusal: texts("refusal"),
    toolCalls: calls,
    reasoningDetails: events.flatMap((event) => (event.type === "reasoning_detail" ? [event.detail] : [])),
    finishReason: events.flatMap((event) => (event.type === "finish" ? [event.reason] : [])).at(-1),
    usage: events.flatMap((event) => (event.type === "usage" ? [event.usage] : [])).at(-1),
  };
};

/** Makes the call plain and streamed; the results must be equal. */
const both = async (call: ChatCall, model = BUDGET): Promise<ChatAnswer> => {
  const [plain, events] = await Promise.all([
    client.completeChat(call, target(model), options()),
    collect(call, model),
  ]);
  const { reasoning = "", refusal = "", reasoningDetails = [], ...rest } = plain;
  const folded = fold(events);
  const bare = (calls: readonly { readonly arguments: string }[]) =>
    calls.map((one) => ({ ...one, arguments: JSON.parse(one.arguments) as unknown }));
  expect({ ...folded, toolCalls: bare(folded.toolCalls) }).toEqual({
    ...rest,
    reasoning,
    refusal,
    reasoningDetails,
    toolCalls: bare(plain.toolCalls),
  });
  return plain;
};

const failure = async (call: ChatCall, to: Target): Promise<ProviderError> => {
  try {
    await client.completeChat(call, to, options());
  } catch (error) {
    return error as ProviderError;
  }
  throw new Error("it did not fail");
};

const weather = {
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const time = { name: "get_time", parameters: { type: "object", properties: {} } };

it("every generation of models answers a question", async () => {
  for (const model of [OLD, BUDGET, ADAPTIVE, NEWEST, "claude-opus-5-5", "a-model-of-somebody-else"]) {
    const { text, finishReason, usage } = await both(ask("Hello [[sim words=30]]"), model);
    expect(text).toMatch(/^You said: Hello — /);
    expect(finishReason).toBe("stop");
    expect(usage?.promptTokens).toBeGreaterThan(0);
    expect(usage!.completionTokens).toBeGreaterThan(usage!.reasoningTokens);
  }
});

it("every parameter sent is accepted", async () => {
  const call = ask("Hi", {
    temperature: 1.7,
    topP: 0.4,
    maxTokens: 9,
    stop: ["zzz", "\n"],
    user: "u".repeat(400),
    seed: 1,
    presencePenalty: 1,
    logprobs: true,
    parallelToolCalls: false,
  });
  for (const model of [OLD, BUDGET, ADAPTIVE, NEWEST]) {
    expect(
      await both({ ...call, messages: [{ role: "system", content: "Be kind." }, ...call.messages] }, model),
    ).toMatchObject({ finishReason: "length" });
  }
});

it("images are accepted, by URL and inline", async () => {
  const look = (image: string) =>
    both(
      ask([
        { type: "text", text: "Look" },
        { type: "image", url: image },
      ]),
    );
  const [byUrl, byData] = await Promise.all([
    look("https://example.com/a.png"),
    look("data:image/jpeg;base64,/9j/4AAQ"),
  ]);
  expect(byUrl.usage?.promptTokens).toBeGreaterThan(1_000);
  expect(byData.usage?.promptTokens).toBe(byUrl.usage?.promptTokens);
});

it("tools are called: one, several in parallel, one without arguments, and continued after their results", async () => {
  const tools = [weather, time];
  expect(await both(ask("Call get_weather", { tools }))).toMatchObject({
    finishReason: "tool_calls",
    toolCalls: [{ name: "get_weather" }],
  });
  const question = ask("Call get_weather and get_time", { tools, toolChoice: { mode: "auto" } });
  const { toolCalls } = await both(question);
  expect(toolCalls).toMatchObject([
    { name: "get_weather", arguments: expect.stringContaining("city") },
    { name: "get_time", arguments: "{}" },
  ]);
  expect((await both({ ...question, parallelToolCalls: false })).toolCalls).toHaveLength(1);
  expect(
    (await both(ask("How late?", { tools, toolChoice: { mode: "function", name: "get_time" } }))).toolCalls,
  ).toMatchObject([{ name: "get_time" }]);
  const results = toolCalls.map(({ id }): ChatMessage => ({ role: "tool", content: "fine", toolCallId: id }));
  const messages: ChatMessage[] = [
    ...question.messages,
    { role: "assistant", content: "", toolCalls },
    ...results.toReversed(),
  ];
  expect(await both({ messages, tools })).toMatchObject({ finishReason: "stop", text: expect.stringMatching(/\S/) });
  expect(await both({ messages })).toMatchObject({ finishReason: "stop" });
});

it("a function name invented by another model is sent in a form Claude accepts, and called by its original name", async () => {
  const tools = [{ ...weather, name: "todo.find/all" }];
  const toolCalls = [
    { id: "1", name: "todo.find/all", arguments: "{}" },
    { id: "2", name: "made up", arguments: "{}" },
  ];
  const results = toolCalls.map(({ id }): ChatMessage => ({ role: "tool", content: "fine", toolCallId: id }));
  const question = ask("Hi", { tools, toolChoice: { mode: "required" } });
  expect(
    await both({
      ...question,
      messages: [
        ...question.messages,
        { role: "assistant", content: "", toolCalls },
        ...results,
        { role: "user", content: "Again" },
      ],
    }),
  ).toMatchObject({ toolCalls: [{ name: "todo.find/all" }] });
});

it.each([BUDGET, ADAPTIVE, NEWEST])("thinking of %s is sent back with the tool call it led to", async (model) => {
  const tools = [weather];
  const question = ask("Call get_weather [[sim reasoning=6]]", { tools, reasoningEffort: "low" });
  const { reasoning, reasoningDetails, toolCalls, usage } = await both(question, model);
  expect(reasoning?.split(" ")).toHaveLength(6);
  expect(usage?.reasoningTokens).toBeGreaterThan(0);
  expect(reasoningDetails).toMatchObject([
    { family: "anthropic", text: reasoning, signature: expect.stringMatching(/\S/), toolCallId: toolCalls[0]?.id },
  ]);
  const answered = (details: ChatAnswer["reasoningDetails"]): ChatCall => ({
    ...question,
    messages: [
      ...question.messages,
      { role: "assistant", content: "", toolCalls, ...(details === undefined ? {} : { reasoningDetails: details }) },
      { role: "tool", content: "rain", toolCallId: toolCalls[0]!.id },
    ],
  });
  expect((await both(answered(reasoningDetails), model)).finishReason).toBe("stop");
  expect((await both(answered(undefined), model)).finishReason).toBe("stop");
  expect((await both({ ...answered(reasoningDetails), reasoningEffort: "none" }, model)).finishReason).toBe("stop");
  expect(
    await failure(
      answered([{ family: "anthropic", text: "I never thought that.", signature: "forged" }]),
      target(model),
    ),
  ).toMatchObject({ kind: "rejected", message: expect.stringContaining("signature") });
});

it("every generation accepts every effort", async () => {
  for (const model of [
    OLD,
    BUDGET,
    ADAPTIVE,
    "claude-opus-4-8",
    "claude-sonnet-5",
    NEWEST,
    "claude-opus-5-5",
    "claude-fable-5",
  ]) {
    for (const reasoningEffort of ["none", "minimal", "high", "xhigh", "max"]) {
      expect(
        await client.completeChat(ask("Hi", { reasoningEffort, temperature: 0.3 }), target(model), options()),
      ).toMatchObject({ finishReason: "stop" });
    }
  }
});

it("every generation returns the requested format, though each is asked for it differently", async () => {
  const schema = {
    type: "object",
    properties: { title: { type: "string" }, year: { type: "integer", minimum: 1900, maximum: 2000 } },
    required: ["title", "year"],
  };
  for (const model of [OLD, BUDGET, ADAPTIVE, NEWEST]) {
    const answer = await both(ask("A film", { responseFormat: { type: "json_schema", name: "film", schema } }), model);
    expect(JSON.parse(answer.text)).toEqual({ title: expect.any(String), year: expect.any(Number) });
    expect(answer).toMatchObject({ finishReason: "stop", toolCalls: [] });
  }
  const map = { type: "object", additionalProperties: { type: "number" } };
  expect(
    JSON.parse(
      (await both(ask("Numbers", { responseFormat: { type: "json_schema", name: "map", schema: map } }))).text,
    ),
  ).toEqual({});
});

it("cache writes and cache reads are reported", async () => {
  const system: ChatMessage = { role: "system", content: "A rule of the house. ".repeat(400) };
  const turns: ChatMessage[] = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello." },
  ];
  const written = (await both({ messages: [system, ...turns, { role: "user", content: "And?" }] })).usage!;
  expect(written).toMatchObject({ cachedTokens: 0 });
  expect(written.cacheWriteTokens).toBeGreaterThan(1_024);
  const read = (await both({ messages: [system, ...turns, { role: "user", content: "And? [[sim cached=1200]]" }] }))
    .usage!;
  expect(read).toMatchObject({ cachedTokens: 1_200, promptTokens: written.promptTokens });
});

it("an answer continues from its prefix, and a refusal is reported", async () => {
  const whole = (await both(ask("Tell me [[sim words=20]]"))).text;
  const half = whole.slice(0, 26);
  const rest = await both({
    messages: [...ask("Tell me [[sim words=20]]").messages, { role: "assistant", content: `${half} \n` }],
  });
  expect(half.trimEnd() + rest.text).toBe(whole);
  expect(await both(ask("Do harm [[sim refuse]]"))).toMatchObject({
    text: "",
    finishReason: "content_filter",
    refusal: expect.stringContaining("sorry"),
  });
});

describe("failures are of the right kind", () => {
  it.each([
    ["[[sim fault=status status=429 retry_after=3]]", { kind: "rate_limited", status: 429, retryAfterMs: 3_000 }],
    ["[[sim fault=status status=529]]", { kind: "server", status: 529, message: "Overloaded" }],
    ["[[sim fault=status status=500 body=html]]", { kind: "server", message: "HTTP 500 with a web page: 500 Error" }],
    ["[[sim fault=status status=503 body=empty]]", { kind: "server", message: "HTTP 503 without a message." }],
    ["[[sim fault=status status=402]]", { kind: "quota" }],
    ["[[sim fault=status status=400 code=insufficient_quota]]", { kind: "quota" }],
    ["[[sim fault=status status=403]]", { kind: "credentials" }],
    ["[[sim fault=status status=413]]", { kind: "context_length" }],
    ["[[sim fault=status status=400 code=context_length_exceeded]]", { kind: "context_length" }],
    ["[[sim fault=status status=400 code=content_policy_violation]]", { kind: "content_policy" }],
    ["[[sim fault=error_200 status=529]]", { kind: "server", message: "Overloaded" }],
    ["[[sim fault=malformed]]", { kind: "malformed" }],
    ["[[sim fault=reset]]", { kind: "unreachable" }],
    ["[[sim nonsense=1]]", { kind: "rejected", message: expect.stringContaining("nonsense") }],
  ])("%s", async (prompt, facts) => {
    expect(await failure(ask(prompt), target(BUDGET))).toMatchObject(facts);
  });

  it("for the key, for the model", async () => {
    const wrong = await failure(ask("Hi"), target(BUDGET, "invalid-key-of-ours"));
    expect(wrong).toMatchObject({ kind: "credentials", message: expect.not.stringContaining("invalid-key-of-ours") });
    expect(await failure(ask("Hi"), target("missing-model"))).toMatchObject({ kind: "model_gone" });
  });

  it.each([
    ["error_event after=3 status=529", { kind: "server", message: "Overloaded" }],
    ["cut after=3", { kind: "cut" }],
    ["reset after=3", { kind: "cut" }],
  ])("in a stream: %s, what came before is kept", async (fault, facts) => {
    const events: ChatEvent[] = [];
    const read = async () => {
      for await (const batch of client.streamChat(ask(`Hi [[sim words=9 fault=${fault}]]`), target(BUDGET), options()))
        events.push(...batch);
    };
    await expect(read()).rejects.toMatchObject(facts);
    expect(events.filter(({ type }) => type === "text")).toHaveLength(3);
  });

  it("a malformed event in a stream is skipped, and a missing end is tolerated", async () => {
    expect(fold(await collect(ask("Hi [[sim words=9 fault=malformed after=3 no_done]]"), BUDGET))).toMatchObject({
      finishReason: "stop",
      text: expect.stringMatching(/^(\S+ ){8}\S+$/),
    });
  });
});

it("leaving a stream ends the provider's call", async () => {
  await fetch(`${simulator.url}/__simulator/calls`, { method: "DELETE" });
  for await (const batch of client.streamChat(ask("Hi [[sim words=500 chunk_ms=5]]"), target(BUDGET), options()))
    if (batch.some(({ type }) => type === "text")) break;
  const { calls, active } = (await (await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=5000`)).json()) as {
    calls: CallRecord[];
    active: number;
  };
  expect(active).toBe(0);
  expect(calls).toMatchObject([{ provider: "anthropic", outcome: "aborted", stream: true }]);
});

it("a stream split into single bytes reads the same", async () => {
  const split = fold(await collect(ask("Señora 👋 [[sim words=12 split=1]]"), BUDGET));
  expect(split.text).toBe(fold(await collect(ask("Señora 👋 [[sim words=12]]"), BUDGET)).text);
});
