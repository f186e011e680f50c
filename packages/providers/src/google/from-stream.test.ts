import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ChatEvent } from "../spec";
import { createSseParser } from "../wire/sse";
import { createAnswerReader, createStreamReader } from "./from-stream";

const FIXTURES = join(__dirname, "__fixtures__");
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, `${name}.txt`));

const readStream = (...reads: readonly Buffer[]) => {
  const reader = createStreamReader();
  const events: ChatEvent[] = [];
  const parser = createSseParser({
    onEvent: (data, name) => {
      events.push(...reader.read(data, name));
    },
  });
  for (const read of reads) parser.push(read);
  parser.end();
  return { events, reader };
};

const chunks = (...values: readonly object[]): Buffer =>
  Buffer.from(values.map((value) => `data: ${JSON.stringify(value)}\r\n\r\n`).join(""));
const candidate = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
  responseId: "r",
});
const usage = (over: object) => ({
  type: "usage",
  usage: { promptTokens: 0, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, ...over },
});
const withoutUsage = (events: readonly ChatEvent[]) => events.filter(({ type }) => type !== "usage");
const signature = (encrypted: string, toolCallId?: string) => ({
  type: "reasoning_detail",
  detail: { family: "google", encrypted, ...(toolCallId === undefined ? {} : { toolCallId }) },
});

describe("a streamed answer of Gemini", () => {
  test("is text, its usage so far with every piece, and a finish without an end event", () => {
    const { events, reader } = readStream(fixture("text"));
    const told = (completionTokens: number) => usage({ promptTokens: 1117, completionTokens, cachedTokens: 1024 });
    expect(events).toEqual([
      { type: "text", text: "Hola," },
      told(2),
      { type: "text", text: ' señora 👋 de la "casa"' },
      told(12),
      { type: "text", text: " grande.\nAdiós" },
      told(18),
      { type: "text", text: "." },
      { type: "finish", reason: "stop" },
      told(19),
    ]);
    expect(reader).toMatchObject({ complete: true });
    expect(reader.ended).not.toBe(true);
  });

  test("returns thoughts as reasoning, counts them as completion, and keeps the signature for the next turn", () => {
    const { events } = readStream(fixture("thinking"));
    expect(withoutUsage(events)).toEqual([
      { type: "reasoning", text: "**Adding**\n\nTwo and" },
      { type: "reasoning", text: " two." },
      { type: "text", text: "4" },
      signature("EpQBCpEBAQ=="),
      { type: "finish", reason: "stop" },
    ]);
    expect(events.at(-1)).toEqual(usage({ promptTokens: 12, completionTokens: 61, reasoningTokens: 60 }));
  });

  test("gives parallel calls ids of its own, and turns STOP into tool_calls", () => {
    const id = (index: number) => `call_kX9aaLPbKdWgkdUP5u2Y4Ao_${index}`;
    expect(withoutUsage(readStream(fixture("parallel-calls")).events)).toEqual([
      { type: "text", text: "Looking." },
      signature("CpcBAdHtim9a", id(0)),
      { type: "tool_call", index: 0, id: id(0), name: "weather", arguments: '{"city":"Lima","days":2}' },
      { type: "tool_call", index: 1, id: id(1), name: "weather", arguments: '{"city":"Quito"}' },
      { type: "tool_call", index: 2, id: id(2), name: "now", arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("keeps the ids of models that assign them", () => {
    expect(withoutUsage(readStream(fixture("call-with-id")).events)).toEqual([
      signature("CiQBAdHt", "s5qkzgl0"),
      { type: "tool_call", index: 0, id: "s5qkzgl0", name: "now", arguments: "{}" },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("without an id derives its calls' ids from its content: two turns of a conversation never share one", () => {
    const turn = (promptTokenCount: number) => {
      const { responseId: _, ...chunk } = candidate([{ functionCall: { name: "now", args: {} } }], "STOP");
      return readStream(chunks({ ...chunk, usageMetadata: { promptTokenCount } })).events[0];
    };
    expect(turn(10)).toMatchObject({ id: expect.stringMatching(/^call_[0-9a-f]{16}_0$/) });
    expect(turn(10)).toEqual(turn(10));
    expect(turn(10)).not.toEqual(turn(20));
  });

  test("assembles streamed arguments, and continues with the next call", () => {
    const book = { city: "New Delhi", guests: [{ name: "Ana", age: 41 }, { name: null }], tags: [], vip: false };
    const { events } = readStream(fixture("partial-arguments"));
    const pieces = events.filter((event) => event.type === "tool_call");
    expect(pieces.map(({ index, name }) => [index, name])).toEqual([
      [0, "book"],
      [0, undefined],
      [1, "now"],
    ]);
    expect(JSON.parse(pieces[0]!.arguments + pieces[1]!.arguments)).toEqual(book);
    expect(pieces[2]?.arguments).toBe("{}");
    expect(withoutUsage(events).at(-1)).toEqual({ type: "finish", reason: "tool_calls" });
  });

  test("returns streamed arguments that were never closed, before the finish", () => {
    const { events } = readStream(
      chunks(
        candidate([
          { functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a", stringValue: "b" }], willContinue: true } },
        ]),
        candidate([], "STOP"),
      ),
    );
    expect(events.slice(1)).toEqual([
      { type: "tool_call", index: 0, arguments: '{"a":"b"}' },
      { type: "finish", reason: "tool_calls" },
    ]);
  });

  test("whose prompt was blocked is a refusal by policy", () => {
    expect(() => readStream(fixture("blocked-prompt"))).toThrow(
      expect.objectContaining({ kind: "content_policy", message: "Google blocked the prompt (PROHIBITED_CONTENT)." }),
    );
    expect(() =>
      readStream(chunks({ promptFeedback: { blockReason: "OTHER", blockReasonMessage: "In its words" } })),
    ).toThrow(expect.objectContaining({ kind: "content_policy", message: "In its words" }));
  });

  test("ended by a filter says so", () => {
    expect(withoutUsage(readStream(fixture("safety")).events)).toEqual([
      { type: "text", text: "First" },
      { type: "finish", reason: "content_filter" },
    ]);
  });

  test("that the model wrote incorrectly fails, with the provider's message", () => {
    expect(() => readStream(fixture("malformed-call"))).toThrow(
      expect.objectContaining({
        kind: "server",
        message:
          "The provider ended its answer with MALFORMED_FUNCTION_CALL: Malformed function call: print(default_api.now(",
      }),
    );
  });

  test("with an error inside is the provider's error", () => {
    expect(() => readStream(fixture("error-inside"))).toThrow(
      expect.objectContaining({
        kind: "server",
        status: 503,
        message: "The model is overloaded. Please try again later.",
      }),
    );
  });

  test("returns log probabilities in OpenAI's form", () => {
    expect(readStream(fixture("logprobs")).events[1]).toEqual({
      type: "logprobs",
      logprobs: {
        refusal: null,
        content: [
          {
            token: "Sí",
            logprob: -0.1,
            bytes: [83, 195, 173],
            top_logprobs: [
              { token: "Sí", logprob: -0.1, bytes: [83, 195, 173] },
              { token: "Yes", logprob: -2.5, bytes: [89, 101, 115] },
            ],
          },
          { token: ".", logprob: -0.02, bytes: [46], top_logprobs: [] },
        ],
      },
    });
  });

  test("that ends before its finish reason is incomplete", () => {
    expect(readStream(chunks(candidate([{ text: "Hi" }]))).reader.complete).toBe(false);
    expect(readStream(chunks(candidate([{ text: "Hi" }], "FINISH_REASON_UNSPECIFIED"))).reader.complete).toBe(false);
  });

  test("finishes once", () => {
    expect(
      readStream(chunks(candidate([{ text: "a" }], "STOP"), candidate([], "STOP"))).events.filter(
        ({ type }) => type === "finish",
      ),
    ).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["nothing", {}],
    ["no candidates", { candidates: [] }],
    ["null for candidates", { candidates: null, usageMetadata: null, promptFeedback: null }],
    ["a null candidate", { candidates: [null] }],
    ["a candidate without content", { candidates: [{ index: 0 }] }],
    ["no parts", { candidates: [{ content: { role: "model" } }] }],
    [
      "null and unknown parts",
      candidate([null as unknown as object, {}, { text: "" }, { executableCode: { code: "1" } }]),
    ],
    ["no tokens", { usageMetadata: { promptTokenCount: 0 } }],
    ["tokens of no prompt", { usageMetadata: { candidatesTokenCount: 3 } }],
  ])("with %s in a chunk returns nothing", (_, chunk) => {
    expect(readStream(chunks(chunk)).events).toEqual([]);
  });

  test.each(["{", "null", '"text"', "12", "[1]"])("with an event %s skips it or ignores it", (data) => {
    let events: readonly ChatEvent[] = [];
    try {
      events = createStreamReader().read(data, "");
    } catch (error) {
      expect(error).toMatchObject({ kind: "malformed" });
    }
    expect(events).toEqual([]);
  });

  test.each(
    readdirSync(FIXTURES)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => name.slice(0, -".txt".length)),
  )("means the same wherever its bytes are split: %s", (name) => {
    const bytes = fixture(name);
    const outcome = (...reads: readonly Buffer[]): string => {
      try {
        return JSON.stringify(readStream(...reads).events);
      } catch (error) {
        return String(error);
      }
    };
    const whole = outcome(bytes);
    const places = Array.from({ length: bytes.length + 1 }, (_, at) => at);
    expect(places.filter((at) => outcome(bytes.subarray(0, at), bytes.subarray(at)) !== whole)).toEqual([]);
  });
});

test("an answer without an id is digested once, however many calls are named after it", () => {
  const json = jest.fn(() => "{}");
  const parts = Array.from({ length: 50 }, () => ({ functionCall: { name: "f" } }));
  const answer = { candidates: [{ content: { parts } }] };
  const ids = createAnswerReader()
    .read(answer, json)
    .map((event) => (event.type === "tool_call" ? event.id : undefined));
  expect(new Set(ids).size).toBe(50);
  expect(json).toHaveBeenCalledTimes(1);
});

test("an answer with a thousand function calls is not followed any further", () => {
  const calling = (count: number) => () =>
    createAnswerReader().read(
      candidate(Array.from({ length: count }, () => ({ functionCall: { name: "f" } }))),
      () => "{}",
    );
  expect(calling(1_000)()).toHaveLength(1_000);
  expect(calling(1_001)).toThrow(expect.objectContaining({ kind: "malformed" }));
});
