import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatEvent } from "../spec";
import type { Target } from "../target";
import { createSseParser } from "../wire/sse";
import { createStreamReader } from "./from-stream";

const target = (): Target => ({ provider: "p", baseUrl: "https://p.test/v1", model: "m" });

const fixture = (name: string): Buffer => readFileSync(join(__dirname, "__fixtures__", `${name}.txt`));

const readStream = (bytes: Buffer, from: Target = target()) => {
  const reader = createStreamReader(from);
  const events: ChatEvent[] = [];
  const parser = createSseParser({
    onEvent: (data, name) => {
      events.push(...reader.read(data, name));
    },
  });
  parser.push(bytes);
  parser.end();
  return { events, reader };
};

const chunks = (...values: readonly object[]): Buffer =>
  Buffer.from(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(""));
const delta = (value: object, finishReason: string | null = null) => ({
  id: "a",
  choices: [{ index: 0, delta: value, finish_reason: finishReason }],
});
const usage = (over: object) => ({
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...over,
});

describe("a streamed answer", () => {
  test("of OpenAI: text, one finish, usage from its own chunk", () => {
    const { events, reader } = readStream(fixture("openai-text"));
    expect(events).toEqual([
      { type: "text", text: "Hola," },
      { type: "text", text: " señora 👋" },
      { type: "finish", reason: "stop" },
      {
        type: "usage",
        usage: usage({ promptTokens: 1117, completionTokens: 46, cachedTokens: 1024, reasoningTokens: 10 }),
      },
    ]);
    expect(reader).toMatchObject({ complete: true, ended: true });
  });

  test("of OpenAI: parallel tool calls, and {} for a call without arguments", () => {
    expect(readStream(fixture("openai-tools")).events).toEqual([
      { type: "tool_call", index: 0, id: "call_DdmO9pD3xa9XTPNJ32zg2hcA", name: "get_weather", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"location":' },
      { type: "tool_call", index: 0, arguments: '"Paris"}' },
      { type: "tool_call", index: 1, id: "call_8tQ2", name: "get_time", arguments: "" },
      { type: "tool_call", index: 1, arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("of OpenAI: logprobs after their text, and refusals", () => {
    expect(readStream(fixture("openai-refusal-logprobs")).events).toEqual([
      { type: "text", text: "No" },
      {
        type: "logprobs",
        logprobs: { content: [{ token: "No", logprob: -0.1, bytes: [78, 111], top_logprobs: [] }], refusal: null },
      },
      { type: "refusal", text: "I can't help with that." },
      { type: "finish", reason: "content_filter" },
    ]);
  });

  test("of Mistral: parts, thinking, usage on the last content chunk", () => {
    expect(readStream(fixture("mistral-magistral")).events).toEqual([
      { type: "reasoning", text: "Let me think." },
      { type: "text", text: "The answer is 4" },
      { type: "text", text: "." },
      { type: "finish", reason: "length" },
      { type: "usage", usage: usage({ promptTokens: 12, completionTokens: 28, cachedTokens: 8 }) },
    ]);
  });

  test("of Groq: usage reported twice is not added up", () => {
    const total = { type: "usage", usage: usage({ promptTokens: 18, completionTokens: 5 }) };
    expect(readStream(fixture("groq-usage")).events).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Hi" },
      { type: "finish", reason: "stop" },
      total,
      total,
    ]);
  });

  test("of DeepSeek: comments, reasoning, cache hits", () => {
    expect(readStream(fixture("deepseek-reasoner")).events).toEqual([
      { type: "reasoning", text: "Two and" },
      { type: "reasoning", text: " two." },
      { type: "text", text: "4" },
      { type: "finish", reason: "stop" },
      { type: "usage", usage: usage({ promptTokens: 17, completionTokens: 9, cachedTokens: 16, reasoningTokens: 6 }) },
    ]);
  });

  test("of DeepSeek: a finish reason that means failure is an error", () => {
    expect(() => readStream(fixture("deepseek-overloaded"))).toThrow(
      expect.objectContaining({ kind: "server", message: expect.stringContaining("insufficient_system_resource") }),
    );
  });

  test("of xAI: reasoning tokens outside the completion are added, and the last totals count", () => {
    const { events } = readStream(fixture("xai-reasoning"));
    expect(events.at(-1)).toEqual({
      type: "usage",
      usage: usage({ promptTokens: 32, completionTokens: 96, cachedTokens: 8, reasoningTokens: 94 }),
    });
    expect(events.filter(({ type }) => type === "text")).toHaveLength(2);
  });

  test("of Google: calls that share index 0, stop for tool calls, thinking counted only in the total", () => {
    const { events } = readStream(fixture("google-compatible"), {
      ...target(),
      quirks: { reasoning_tokens: "from_total" },
    });
    expect(events).toEqual([
      { type: "tool_call", index: 0, id: "function-call-1", name: "weather", arguments: '{"city":"Lima"}' },
      { type: "tool_call", index: 1, id: "function-call-2", name: "weather", arguments: '{"city":"Quito"}' },
      { type: "finish", reason: "tool_calls" },
      { type: "usage", usage: usage({ promptTokens: 100, completionTokens: 80 }) },
    ]);
  });

  test("of Ollama: a call without id gets one, an object becomes JSON text", () => {
    expect(readStream(fixture("ollama-tools")).events).toEqual([
      { type: "tool_call", index: 0, id: "call_chatcmpl-554_0", name: "now", arguments: '{"zone":"UTC"}' },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("of OpenRouter: an error next to choices, with the status of the upstream provider", () => {
    expect(() => readStream(fixture("openrouter-error"))).toThrow(
      expect.objectContaining({ kind: "rate_limited", message: "Provider is rate limited", status: 429 }),
    );
  });

  test("in the old format: function_call, and an end without [DONE]", () => {
    const { events, reader } = readStream(fixture("legacy-function"));
    expect(events).toEqual([
      { type: "tool_call", index: 0, id: "call_chatcmpl-F1_0", name: "find", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"q":1}' },
      { type: "finish", reason: "tool_calls" },
    ]);
    expect(reader).toMatchObject({ complete: true, ended: false });
  });

  test("is not complete before its finish reason, [DONE] or not", () => {
    const { reader } = readStream(Buffer.concat([chunks(delta({ content: "Hi" })), Buffer.from("data: [DONE]\n\n")]));
    expect(reader).toMatchObject({ complete: false, ended: true });
  });

  test('finishes once, and neither "" nor "null" is a finish', () => {
    const { events } = readStream(
      chunks(delta({ content: "a" }, ""), delta({ content: "b" }, "null"), delta({}, "eos"), delta({}, "stop")),
    );
    expect(events).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test("with empty choices, null choices or null fields returns nothing", () => {
    const empty = [
      { choices: [] },
      { choices: [null] },
      { choices: null },
      {},
      delta({ content: null, tool_calls: null }),
      { choices: [{ delta: null }], usage: null },
    ];
    expect(readStream(chunks(...empty)).events).toEqual([]);
  });

  test("with an empty list of tool calls has no tool call", () => {
    expect(
      readStream(chunks(delta({ content: "a", tool_calls: [] }), delta({ tool_calls: [null] }, "stop"))).events,
    ).toEqual([
      { type: "text", text: "a" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test("treats usage of all zeros as none", () => {
    expect(
      readStream(chunks({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } })).events,
    ).toEqual([]);
  });

  test("finds usage inside the choice", () => {
    const { events } = readStream(
      chunks({
        choices: [
          {
            index: 0,
            delta: {},
            finish_reason: "stop",
            usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cached_tokens: 1 },
          },
        ],
      }),
    );
    expect(events.at(-1)).toEqual({
      type: "usage",
      usage: usage({ promptTokens: 3, completionTokens: 2, cachedTokens: 1 }),
    });
  });

  test("returns reasoning under both names once", () => {
    expect(readStream(chunks(delta({ reasoning: "r", reasoning_content: "r" }))).events).toEqual([
      { type: "reasoning", text: "r" },
    ]);
  });

  test.each([42, { text: "hi" }, true])("with content %j is malformed", (content) => {
    expect(() => readStream(chunks(delta({ content })))).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test("is one choice: pieces of another that nobody asked for are ignored", () => {
    const piece = (index: number, content: string, finishReason: string | null = null) => ({
      id: "a",
      choices: [{ index, delta: { content }, finish_reason: finishReason }],
    });
    const { events } = readStream(
      chunks(piece(0, "a"), piece(1, "x"), piece(1, "", "length"), piece(0, "b"), piece(0, "", "stop")),
    );
    expect(events).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test.each(["{", "null", '"text"', "[1]", "12"])("with an event %s is malformed or ignores it", (data) => {
    let events: readonly ChatEvent[] = [];
    try {
      events = createStreamReader(target()).read(data, "");
    } catch (error) {
      expect(error).toMatchObject({ kind: "malformed" });
    }
    expect(events).toEqual([]);
  });

  test.each([
    ['{"error":{"message":"Boom","type":"server_error"}}', "", "server", "Boom"],
    ['{"message":"Too much","type":"rate_limit_error"}', "error", "rate_limited", "Too much"],
    [
      '{"object":"error","message":"maximum context length is 10","type":"invalid_request_error","code":400}',
      "",
      "context_length",
      "maximum context length is 10",
    ],
    ["out of memory", "error", "server", "out of memory"],
    ['{"error":"plain words"}', "", "server", "plain words"],
  ])("with an error event %s is the provider's error", (data, name, kind, message) => {
    expect(() => createStreamReader(target()).read(data, name)).toThrow(expect.objectContaining({ kind, message }));
  });
});

test("log probabilities that are no object are passed over", () => {
  const { events } = readStream(
    chunks(
      { choices: [{ index: 0, delta: { content: "a" }, logprobs: "long" }] },
      { choices: [{ index: 0, delta: {}, logprobs: [1], finish_reason: "stop" }] },
    ),
  );
  expect(events).toEqual([
    { type: "text", text: "a" },
    { type: "finish", reason: "stop" },
  ]);
});
