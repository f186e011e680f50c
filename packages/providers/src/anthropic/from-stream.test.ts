import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatEvent } from "../spec";
import { createSseParser } from "../wire/sse";
import { createStreamReader } from "./from-stream";
import { ANSWER_TOOL } from "./response-format";

const FIXTURES = join(__dirname, "__fixtures__");
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, `${name}.txt`));

/** Everything read before an error, and the error. */
const readStream = (...pieces: readonly Buffer[]) => {
  const reader = createStreamReader();
  const events: ChatEvent[] = [];
  const parser = createSseParser({
    onEvent: (data, name) => {
      events.push(...reader.read(data, name));
    },
  });
  let error: unknown;
  try {
    for (const piece of pieces) parser.push(piece);
    parser.end();
  } catch (caught) {
    error = caught;
  }
  return { events, error, complete: reader.complete, ended: reader.ended };
};

const wire = (...values: readonly { type: string }[]): Buffer =>
  Buffer.from(values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join(""));
const start = (block: object, index = 0) => ({ type: "content_block_start", index, content_block: block });
const delta = (value: object, index = 0) => ({ type: "content_block_delta", index, delta: value });
const stop = (index = 0) => ({ type: "content_block_stop", index });
const end = (stop_reason: string | null, usage?: object) => ({ type: "message_delta", delta: { stop_reason }, usage });
const usage = (over: object) => ({
  type: "usage",
  usage: { promptTokens: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, ...over },
});

describe("a streamed answer from Anthropic", () => {
  test("has text, one finish, and a prompt count that includes what was cached", () => {
    const prompt = { promptTokens: 25 + 1024 + 2048, cachedTokens: 2048, cacheWriteTokens: 1024 };
    expect(readStream(fixture("text"))).toEqual({
      events: [
        usage({ ...prompt, completionTokens: 0 }),
        { type: "text", text: "Hola," },
        { type: "text", text: " señora 👋" },
        { type: "text", text: '\n"¿Qué tal?"' },
        { type: "finish", reason: "stop" },
        usage({ ...prompt, completionTokens: 15 }),
      ],
      error: undefined,
      complete: true,
      ended: true,
    });
  });

  test("numbers parallel calls from 0 whatever precedes them, with {} for a call without arguments", () => {
    expect(readStream(fixture("tools")).events).toEqual([
      usage({ promptTokens: 472, completionTokens: 0 }),
      { type: "text", text: "Let me look." },
      { type: "tool_call", index: 0, id: "toolu_01T1x1fJ34qAmk2tNTrN7Up6", name: "get_weather", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"location":' },
      { type: "tool_call", index: 0, arguments: ' "San Francisco, CA"}' },
      { type: "tool_call", index: 1, id: "toolu_01A09q90qw90lq917835lq9", name: "get_time", arguments: "" },
      { type: "tool_call", index: 1, arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
      usage({ promptTokens: 472, completionTokens: 89 }),
    ]);
  });

  test("may tell two calls by turns: each piece belongs to the call of its block", () => {
    const { events } = readStream(
      wire(
        start({ type: "tool_use", id: "a", name: "first" }, 1),
        start({ type: "tool_use", id: "b", name: "second" }, 2),
        delta({ type: "input_json_delta", partial_json: '{"of":' }, 1),
        delta({ type: "input_json_delta", partial_json: '{"of":"b"}' }, 2),
        delta({ type: "input_json_delta", partial_json: '"a"}' }, 1),
      ),
    );
    const argumentsOf = (call: number) =>
      events.map((event) => (event.type === "tool_call" && event.index === call ? event.arguments : "")).join("");
    expect([0, 1].map(argumentsOf)).toEqual(['{"of":"a"}', '{"of":"b"}']);
  });

  test("returns thinking as it arrives, and once more signed, for the next turn; hidden thinking is only signed", () => {
    expect(readStream(fixture("thinking")).events.filter(({ type }) => type !== "usage")).toEqual([
      { type: "reasoning", text: "Let me see:" },
      { type: "reasoning", text: "\n\n27 * 453" },
      { type: "reasoning", text: " = 12231" },
      {
        type: "reasoning_detail",
        detail: {
          family: "anthropic",
          text: "Let me see:\n\n27 * 453 = 12231",
          signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h",
        },
      },
      { type: "reasoning_detail", detail: { family: "anthropic", encrypted: "EmwKAhgBEgy3va3pzix/LafPsn4a" } },
      { type: "text", text: "12231, and now" },
      {
        type: "reasoning_detail",
        detail: { family: "anthropic", text: "", signature: "c2lnbmF0dXJl", toolCallId: "toolu_1" },
      },
      { type: "tool_call", index: 0, id: "toolu_1", name: "save", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"n":12231}' },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("whose end has no output count reports none: the one at the start is not the answer's", () => {
    const started = { type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } };
    const { events } = readStream(
      Buffer.from([started, end("end_turn", {})].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")),
    );
    expect(events.at(-1)).toEqual(usage({ promptTokens: 9 }));
  });

  test("whose end counts the answer alone keeps the prompt of its beginning, with what was cached of it", () => {
    const counted = {
      input_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      output_tokens: 1,
    };
    const begin = { type: "message_start", message: { usage: counted } };
    const { events } = readStream(wire(begin, end("end_turn", { output_tokens: 7 })));
    expect(events.at(-1)).toEqual(
      usage({ promptTokens: 125, cachedTokens: 100, cacheWriteTokens: 20, completionTokens: 7 }),
    );
  });

  test("counts thinking tokens in the completion", () => {
    expect(readStream(fixture("thinking")).events.at(-1)).toEqual(
      usage({ promptTokens: 10, completionTokens: 120, reasoningTokens: 90 }),
    );
  });

  test("reports a refusal in the middle with its reason", () => {
    expect(readStream(fixture("refusal")).events.slice(-3)).toEqual([
      { type: "refusal", text: "This could enable cyber harm." },
      { type: "finish", reason: "content_filter" },
      usage({ promptTokens: 9, completionTokens: 22 }),
    ]);
  });

  test("with an error after status 200 is the provider's error, and what came before it is kept", () => {
    const { events, error, complete } = readStream(fixture("overloaded"));
    expect(events.at(-1)).toEqual({ type: "text", text: "Once" });
    expect(error).toMatchObject({ name: "ProviderError", kind: "server", message: "Overloaded" });
    expect(complete).toBe(false);
  });

  test("skips unknown events and blocks, and treats a pause as incomplete", () => {
    expect(readStream(fixture("web-search"))).toMatchObject({
      events: [
        usage({ promptTokens: 2679, completionTokens: 0 }),
        { type: "tool_call", index: 0, id: "toolu_3", name: "now", arguments: "" },
        { type: "tool_call", index: 0, arguments: "{}" },
        { type: "finish", reason: "length" },
        usage({ promptTokens: 10_682, completionTokens: 510 }),
      ],
      error: undefined,
    });
  });

  test("from similar vendors may have whole inputs, calls without id, no signature and no end event", () => {
    expect(readStream(fixture("compatible"))).toEqual({
      events: [
        { type: "reasoning", text: "Hm" },
        { type: "tool_call", index: 0, id: "toolu_0", name: "find", arguments: "" },
        { type: "tool_call", index: 0, arguments: '{"q":1}' },
        { type: "finish", reason: "tool_calls" },
        usage({ promptTokens: 40, completionTokens: 7 }),
      ],
      error: undefined,
      complete: true,
      ended: false,
    });
  });

  test("of vendors that speak alike: an input of null is none, and thinking may come without a beginning", () => {
    expect(
      readStream(wire(start({ type: "tool_use", id: "t", name: "f", input: null }), stop(), end("tool_use"))).events,
    ).toEqual([
      { type: "tool_call", index: 0, id: "t", name: "f", arguments: "" },
      { type: "tool_call", index: 0, arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
    ]);
    const signed = [
      delta({ type: "thinking_delta", thinking: "Hm." }),
      delta({ type: "signature_delta", signature: "c2ln" }),
      stop(),
    ];
    expect(readStream(wire(...signed, end("end_turn"))).events.slice(0, 2)).toMatchObject([
      { type: "reasoning", text: "Hm." },
      { type: "reasoning_detail", detail: { text: "Hm.", signature: "c2ln" } },
    ]);
  });

  test("in the requested format, through the answer tool, is text and not a call", () => {
    const { events } = readStream(
      wire(
        start({ type: "tool_use", id: "toolu_1", name: ANSWER_TOOL, input: {} }),
        delta({ type: "input_json_delta", partial_json: '{"a":' }),
        delta({ type: "input_json_delta", partial_json: "1}" }),
        stop(),
        end("tool_use"),
      ),
    );
    expect(events).toEqual([
      { type: "text", text: '{"a":' },
      { type: "text", text: "1}" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test("finishes once and is not complete before", () => {
    const text = [start({ type: "text", text: "A" }), delta({ type: "text_delta", text: "b" }), stop()];
    expect(readStream(wire(...text, end(null), { type: "message_stop" }))).toMatchObject({
      complete: false,
      ended: true,
    });
    expect(readStream(wire(...text, end("end_turn"), end("max_tokens"))).events).toEqual([
      { type: "text", text: "A" },
      { type: "text", text: "b" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content_filter"],
    ["pause_turn", "length"],
    ["a_reason_to_come", "stop"],
  ])("that ends with %s finishes with %s", (word, reason) => {
    expect(readStream(wire(end(word))).events).toEqual([{ type: "finish", reason }]);
  });

  test("keeps a call cut off by max_tokens", () => {
    const { events } = readStream(
      wire(
        start({ type: "tool_use", id: "t", name: "f", input: {} }),
        delta({ type: "input_json_delta", partial_json: '{"a' }),
        end("max_tokens"),
      ),
    );
    expect(events).toEqual([
      { type: "tool_call", index: 0, id: "t", name: "f", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"a' },
      { type: "finish", reason: "length" },
    ]);
  });

  test.each([
    "{",
    "null",
    '"text"',
    "[1]",
    "12",
    "{}",
    '{"type":"content_block_delta"}',
    '{"type":"message_start"}',
    '{"type":"message_delta"}',
    '{"type":"content_block_start","content_block":null}',
    '{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"x"}}',
  ])("with an event %s is malformed or ignores it", (data) => {
    let events: readonly ChatEvent[] = [];
    try {
      events = createStreamReader().read(data, "");
    } catch (error) {
      expect(error).toMatchObject({ kind: "malformed" });
    }
    expect(events).toEqual([]);
  });

  test.each([
    ['{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}', "", "rate_limited", "Slow down"],
    ['{"type":"error","error":{"type":"api_error","message":""}}', "error", "server", expect.stringMatching(/\S/)],
    [
      '{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}',
      "error",
      "content_policy",
      "Output blocked by content filtering policy",
    ],
    ["out of memory", "error", "server", "out of memory"],
    ["", "error", "server", expect.stringMatching(/\S/)],
  ])("with an error event %s is the provider's error", (data, name, kind, message) => {
    expect(() => createStreamReader().read(data, name)).toThrow(expect.objectContaining({ kind, message }));
  });
});

describe("a stream means the same wherever it is split", () => {
  test.each(
    readdirSync(FIXTURES)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => name.replace(".txt", "")),
  )("%s", (name) => {
    const bytes = fixture(name);
    const meaning = (...pieces: readonly Buffer[]): string => {
      const { error, ...read } = readStream(...pieces);
      return JSON.stringify({ ...read, error: String(error) });
    };
    const whole = meaning(bytes);
    const places = Array.from(bytes.keys());
    expect(places.filter((at) => meaning(bytes.subarray(0, at), bytes.subarray(at)) !== whole)).toEqual([]);
    expect(meaning(...places.map((at) => bytes.subarray(at, at + 1)))).toBe(whole);
  });
});

test("a message with a thousand calls of tools is not followed any further", () => {
  const tool = (index: number) => start({ type: "tool_use", id: `t${index}`, name: "f" }, index);
  const thousand = Array.from({ length: 1_000 }, (_, index) => tool(index));
  expect(readStream(wire(...thousand)).error).toBeUndefined();
  expect(readStream(wire(...thousand, tool(1_000))).error).toMatchObject({ kind: "malformed" });
});
