import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createAnswerFold } from "../answers/answer-fold";
import type { ChatEvent } from "../spec";
import { createSseParser } from "../wire/sse";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";

const fixture = (name: string): Buffer => readFileSync(join(__dirname, "__fixtures__", `${name}.txt`));

const readStream = (bytes: Buffer) => {
  const reader = createStreamReader();
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

const stream = (...values: readonly object[]): Buffer =>
  Buffer.from(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(""));
const usage = (over: object) => ({
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...over,
});
const completed = (over: object = {}) => ({
  type: "response.completed",
  response: { status: "completed", output: [], ...over },
});
const item = (over: object) => ({
  type: "response.output_item.added",
  output_index: 0,
  item: { type: "function_call", call_id: "call_1", name: "now", arguments: "", ...over },
});
const detail = (id: string, encrypted_content: string, texts: readonly string[]) =>
  JSON.stringify({ id, summary: texts.map((text) => ({ type: "summary_text", text })), encrypted_content });

describe("a streamed response", () => {
  test("of text: one finish, and usage at the end", () => {
    const { events, reader } = readStream(fixture("text"));
    expect(events).toEqual([
      { type: "text", text: "Hola," },
      { type: "text", text: " señora 👋" },
      { type: "finish", reason: "stop" },
      { type: "usage", usage: usage({ promptTokens: 1117, completionTokens: 46, cachedTokens: 1024 }) },
    ]);
    expect(reader).toMatchObject({ complete: true, ended: true });
  });

  test("that reasons and calls: each reasoning item is told before what it led to", () => {
    expect(readStream(fixture("reasoning-tools")).events).toEqual([
      { type: "reasoning", text: "**Looking" },
      { type: "reasoning", text: " it up**" },
      { type: "reasoning", text: "\n\nTwo cities." },
      {
        type: "reasoning_detail",
        detail: {
          family: "openai-responses",
          encrypted: detail("rs_01", "gAAAAABo-one", ["**Looking it up**", "Two cities."]),
        },
      },
      { type: "text", text: "I look " },
      { type: "text", text: "that up." },
      {
        type: "reasoning_detail",
        detail: {
          family: "openai-responses",
          encrypted: detail("rs_02", "gAAAAABo-two", []),
          toolCallId: "call_DdmO9pD3xa9XTPNJ32zg2hcA",
        },
      },
      { type: "tool_call", index: 0, id: "call_DdmO9pD3xa9XTPNJ32zg2hcA", name: "get_weather", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"location":' },
      { type: "tool_call", index: 0, arguments: '"Paris"}' },
      { type: "tool_call", index: 1, id: "call_8tQ2", name: "get_time", arguments: "" },
      { type: "tool_call", index: 1, arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
      { type: "usage", usage: usage({ promptTokens: 82, completionTokens: 117, reasoningTokens: 64 }) },
    ]);
  });

  test("with logprobs and a refusal", () => {
    const token = { token: "No", logprob: -0.1, bytes: null };
    expect(readStream(fixture("refusal-logprobs")).events.slice(0, -1)).toEqual([
      { type: "text", text: "No" },
      {
        type: "logprobs",
        logprobs: {
          content: [{ ...token, top_logprobs: [token, { token: "Yes", logprob: -2.5, bytes: null }] }],
          refusal: null,
        },
      },
      { type: "refusal", text: "I can't help" },
      { type: "refusal", text: " with that." },
      { type: "finish", reason: "stop" },
    ]);
  });

  test.each([
    ["incomplete", "length"],
    ["filtered", "content_filter"],
  ])("that is cut short, %s, says why", (name, reason) => {
    expect(readStream(fixture(name)).events.find(({ type }) => type === "finish")).toEqual({ type: "finish", reason });
  });

  test.each([
    ["failed", "server", "An error occurred while processing your request."],
    ["error", "rate_limited", expect.stringContaining("Rate limit reached")],
  ])("that ends in an error, %s, is one", (name, kind, message) => {
    expect(() => readStream(fixture(name))).toThrow(expect.objectContaining({ kind, message }));
  });

  test("that ends before its last event is not complete", () => {
    const bytes = fixture("reasoning-tools");
    expect(readStream(bytes.subarray(0, bytes.lastIndexOf("event: "))).reader).toMatchObject({
      complete: false,
      ended: false,
    });
  });

  test.each(["text", "reasoning-tools", "refusal-logprobs", "two-messages", "incomplete", "filtered"])(
    "%s says the same as the response at its end",
    (name) => {
      const bytes = fixture(name).toString();
      const last = JSON.parse(bytes.slice(bytes.lastIndexOf("data: ") + "data: ".length)) as { response: unknown };
      const fold = createAnswerFold();
      fold.add(readStream(Buffer.from(bytes)).events);
      const { logprobs: _, ...streamed } = fold.answer();
      const { logprobs: told, ...answered } = fromAnswer(last.response);
      expect(streamed).toEqual(answered);
      expect(told === undefined).toBe(_ === undefined);
    },
  );
});

describe("a stream of somebody else's", () => {
  test("that gives arguments as a whole, or none, is read all the same", () => {
    const done = (over: object) => ({ ...item(over), type: "response.output_item.done" });
    const call = { type: "tool_call", index: 0, id: "call_1", name: "now" };
    const finish = { type: "finish", reason: "tool_calls" };
    const rest = { type: "tool_call", index: 0, arguments: '{"a":1}' };
    expect(readStream(stream(done({ arguments: '{"a":1}' }), completed())).events).toEqual([
      { ...call, arguments: '{"a":1}' },
      finish,
    ]);
    expect(readStream(stream(item({}), done({ arguments: '{"a":1}' }), completed())).events).toEqual([
      { ...call, arguments: "" },
      rest,
      finish,
    ]);
    expect(readStream(stream(item({}), done({}), completed())).events).toEqual([
      { ...call, arguments: "" },
      { type: "tool_call", index: 0, arguments: "{}" },
      finish,
    ]);
  });

  test("that shows its reasoning, part by part, and ends in [DONE]", () => {
    const thought = (content_index: number, delta: string) => ({
      type: "response.reasoning_text.delta",
      output_index: 0,
      content_index,
      delta,
    });
    const bytes = stream(thought(0, "Hm."), thought(1, "Oh."), completed());
    expect(readStream(Buffer.concat([bytes, Buffer.from("data: [DONE]\n\n")])).events).toEqual([
      { type: "reasoning", text: "Hm." },
      { type: "reasoning", text: "\n\nOh." },
      { type: "finish", reason: "stop" },
    ]);
  });

  test.each([
    {},
    { type: "response.queued" },
    { type: "response.output_text.delta" },
    { type: "response.refusal.delta", delta: "" },
    { type: "response.reasoning_text.delta", delta: "" },
    { type: "response.output_item.added", item: null },
    { type: "response.function_call_arguments.delta", output_index: 7, delta: "{" },
    { type: "response.output_item.done", output_index: 0, item: { type: "web_search_call" } },
  ])("means nothing by %j", (event) => {
    expect(readStream(stream(event)).events).toEqual([]);
  });

  test("can't open calls without end", () => {
    const calls = Array.from({ length: 1_001 }, (_, index) => ({
      ...item({ call_id: `call_${index}` }),
      output_index: index,
    }));
    expect(() => readStream(stream(...calls))).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test.each([
    ["{", "", "malformed"],
    ["12", "", "malformed"],
    ['{"error":{"message":"Boom","type":"server_error"}}', "", "server"],
    ['[{"error":{"message":"Too much","code":429}}]', "", "rate_limited"],
    ["out of memory", "error", "server"],
    ['{"type":"response.failed","response":{"error":null}}', "", "server"],
    [
      '{"type":"response.failed","response":{"error":{"code":"invalid_prompt","message":"Your prompt was flagged as potentially violating our usage policy."}}}',
      "",
      "content_policy",
    ],
  ])("an event %s is an error", (data, name, kind) => {
    expect(() => createStreamReader().read(data, name)).toThrow(expect.objectContaining({ kind }));
  });
});

describe("a custom tool's call", () => {
  const custom = (over: object) => ({ type: "custom_tool_call", call_id: "call_1", name: "run", input: "", ...over });
  const added = { type: "response.output_item.added", output_index: 0, item: custom({}) };
  const delta = (text: string) => ({ type: "response.custom_tool_call_input.delta", output_index: 0, delta: text });
  const done = (input: string) => [
    { type: "response.custom_tool_call_input.done", output_index: 0, input },
    { type: "response.output_item.done", output_index: 0, item: custom({ input }) },
  ];
  const INPUT = 'say "hi" 😀\n';
  const answerOf = (...events: readonly object[]) => {
    const fold = createAnswerFold();
    fold.add(readStream(stream(...events, completed())).events);
    return fold.answer();
  };

  test.each([
    ["in pieces, cut within a character", [added, delta(INPUT.slice(0, 10)), delta(INPUT.slice(10)), ...done(INPUT)]],
    ["with a last piece that was not sent", [added, delta(INPUT.slice(0, 4)), ...done(INPUT)]],
    ["as a whole", done(INPUT).slice(1)],
  ])("is a function's, whose arguments have the text: %s", (_, events) => {
    const { toolCalls, finishReason } = answerOf(...events);
    expect(toolCalls).toEqual([{ id: "call_1", name: "run", arguments: expect.any(String) }]);
    expect(JSON.parse(toolCalls[0]!.arguments)).toEqual({ input: INPUT });
    expect(finishReason).toBe("tool_calls");
  });

  test("without text has an empty one, streamed and plain", () => {
    const toolCalls = [{ id: "call_1", name: "run", arguments: '{"input":""}' }];
    expect(answerOf(added, ...done(""))).toMatchObject({ toolCalls });
    expect(fromAnswer({ status: "completed", output: [custom({})] })).toMatchObject({ toolCalls });
  });

  test("has the reasoning that led to it", () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
    const told = { reasoningDetails: [{ toolCallId: "call_1" }] };
    expect(fromAnswer({ status: "completed", output: [reasoning, custom({})] })).toMatchObject(told);
    const item_done = { type: "response.output_item.done", output_index: 1, item: reasoning };
    expect(answerOf(item_done, added, ...done(""))).toMatchObject(told);
  });
});
