import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import type { ChatEvent } from "../spec";
import { createPartReader } from "./from-parts";

const USAGE = {
  inputTokens: { total: undefined, noCache: 1, cacheRead: 2, cacheWrite: 3 },
  outputTokens: { total: undefined, text: 4, reasoning: 5 },
};
const finish = (
  unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "interrupted" | "other",
  raw: string | undefined,
): LanguageModelV4StreamPart => ({ type: "finish", usage: USAGE, finishReason: { unified, raw } });

const readAll = (parts: readonly LanguageModelV4StreamPart[]): ChatEvent[] => {
  const reader = createPartReader({ nowMs: () => 0, onWarnings: () => {} });
  return parts.flatMap((part) => [...reader.read(part)]);
};

describe("a finish reason", () => {
  test.each([
    ["stop", "end_turn", "stop"],
    ["length", "max_tokens", "length"],
    ["content-filter", "SAFETY", "content_filter"],
    ["tool-calls", "tool_use", "tool_calls"],
    ["other", "pause_turn", "stop"],
  ] as const)("%s (%s) is %s", (unified, raw, reason) => {
    expect(readAll([finish(unified, raw)]).at(-1)).toEqual({ type: "finish", reason });
  });

  test.each([
    ["interrupted", undefined, "cut"],
    ["other", undefined, "cut"],
    ["error", undefined, "cut"],
    ["error", "insufficient_system_resource", "server"],
  ] as const)("%s (%s) is none: %s", (unified, raw, kind) => {
    expect(() => readAll([finish(unified, raw)])).toThrow(expect.objectContaining({ kind }));
  });

  test("that can't be told does not make the answer whole", () => {
    const reader = createPartReader({ nowMs: () => 0, onWarnings: () => {} });
    const unwritable = { maker: { at: 1n as unknown as number } };
    reader.read({ type: "reasoning-start", id: "r1", providerMetadata: unwritable });
    expect(() => reader.read(finish("stop", "stop"))).toThrow(TypeError);
    expect(reader.complete).toBe(false);
  });
});

test("usage reported in parts is added up: prompt plus cached tokens, answer plus reasoning", () => {
  expect(readAll([finish("stop", "stop")])[0]).toEqual({
    type: "usage",
    usage: { promptTokens: 6, completionTokens: 9, cachedTokens: 2, cacheWriteTokens: 3, reasoningTokens: 5 },
  });
});

test("a tool call reported whole, in pieces, or both is one call", () => {
  const whole: LanguageModelV4StreamPart = { type: "tool-call", toolCallId: "t1", toolName: "look", input: '{"at":1}' };
  const begin: LanguageModelV4StreamPart = { type: "tool-input-start", id: "t1", toolName: "look" };
  const text = (events: ChatEvent[]) =>
    events.map((event) => (event.type === "tool_call" ? event.arguments : "")).join("");
  const pieces = fc
    .array(fc.nat(7), { maxLength: 5 })
    .map((cuts) => [...new Set([0, ...cuts, 8])].sort((a, b) => a - b));
  fc.assert(
    fc.property(pieces, fc.boolean(), (cuts, toldWhole) => {
      const deltas = cuts.slice(1).map((end, at): LanguageModelV4StreamPart => ({
        type: "tool-input-delta",
        id: "t1",
        delta: '{"at":1}'.slice(cuts[at], end),
      }));
      const events = readAll([begin, ...deltas, { type: "tool-input-end", id: "t1" }, ...(toldWhole ? [whole] : [])]);
      expect(text(events)).toBe('{"at":1}');
      expect(events.filter((event) => event.type === "tool_call" && event.id === "t1")).toHaveLength(1);
    }),
  );
  expect(readAll([whole])).toEqual([{ type: "tool_call", index: 0, id: "t1", name: "look", arguments: '{"at":1}' }]);
  expect(
    text(readAll([{ ...begin, inputEncoding: "text" }, { type: "tool-input-delta", id: "t1", delta: "at 1" }, whole])),
  ).toBe('{"at":1}');
});

test("the signature of a tool call is kept with it; calls the provider makes itself are not the model's", () => {
  expect(
    readAll([
      { type: "tool-call", toolCallId: "t0", toolName: "search", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "t0", toolName: "search", result: {} },
      {
        type: "tool-call",
        toolCallId: "t1",
        toolName: "look",
        input: "{}",
        providerMetadata: { google: { thoughtSignature: "c2ln" } },
      },
    ]),
  ).toEqual([
    { type: "tool_call", index: 0, id: "t1", name: "look", arguments: "{}" },
    {
      type: "reasoning_detail",
      detail: { family: "ai-sdk", encrypted: '{"google":{"thoughtSignature":"c2ln"}}', toolCallId: "t1" },
    },
  ]);
});

test("unfinished reasoning is signed at the finish", () => {
  const events = readAll([
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "Hm." },
    { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { far: { signature: "a" } } },
    finish("stop", "stop"),
  ]);
  expect(events.slice(0, 2)).toEqual([
    { type: "reasoning", text: "Hm." },
    { type: "reasoning_detail", detail: { family: "ai-sdk", text: "Hm.", signature: '{"far":{"signature":"a"}}' } },
  ]);
});

test.each([
  [
    "an error of the provider as it came",
    { message: "too hot", code: "rate_limit_exceeded" },
    { kind: "rate_limited", message: "too hot" },
  ],
  ["plain words", "it broke", { kind: "server", message: "it broke" }],
  ["nothing at all", undefined, { kind: "server" }],
])("%s ends the stream", (_, error, expected) => {
  expect(() => readAll([{ type: "error", error }])).toThrow(expect.objectContaining(expected));
});

test("an answer with endless tool calls is aborted", () => {
  const calls = Array.from({ length: 1_025 }, (_, at): LanguageModelV4StreamPart => ({
    type: "tool-input-start",
    id: `t${at}`,
    toolName: "look",
  }));
  expect(() => readAll(calls)).toThrow("more than 1024 tools");
});
