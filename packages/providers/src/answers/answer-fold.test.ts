import * as fc from "fast-check";
import { heldBytes } from "@cenote/testkit";
import { answerEvents } from "./answer-events";
import { createAnswerFold } from "./answer-fold";
import type { ChatAnswer, ChatEvent } from "../spec";

const text = fc.string({ minLength: 1 });
const logprobs = fc.array(fc.record({ token: fc.string(), logprob: fc.constant(-1) }), { minLength: 1, maxLength: 4 });
const answer: fc.Arbitrary<ChatAnswer> = fc.record(
  {
    text: fc.string(),
    toolCalls: fc.array(fc.record({ id: text, name: text, arguments: fc.string() }), { maxLength: 3 }),
    finishReason: fc.constantFrom("stop", "length", "content_filter", "tool_calls"),
    reasoning: text,
    refusal: text,
    reasoningDetails: fc.array(fc.record({ family: text, signature: text }), { minLength: 1, maxLength: 2 }),
    logprobs: logprobs.map((content) => ({ content })),
    usage: fc.record({
      promptTokens: fc.nat(),
      completionTokens: fc.nat(),
      cachedTokens: fc.nat(),
      cacheWriteTokens: fc.nat(),
      reasoningTokens: fc.nat(),
    }),
  },
  { requiredKeys: ["text", "toolCalls", "finishReason"] },
);

/** The same text in smaller pieces, as a stream delivers it. */
const inPieces = (event: ChatEvent): ChatEvent[] => {
  switch (event.type) {
    case "text":
    case "reasoning":
    case "refusal":
      return Array.from(event.text).map((character) => ({ ...event, text: character }));
    case "tool_call": {
      const { index } = event;
      return [
        { ...event, arguments: "" },
        ...Array.from(event.arguments).map((character) => ({
          type: "tool_call" as const,
          index,
          arguments: character,
        })),
      ];
    }
    case "logprobs":
      return (event.logprobs as { readonly content: readonly object[] }).content.map((one) => ({
        type: "logprobs",
        logprobs: { content: [one] },
      }));
    case "reasoning_detail":
    case "finish":
    case "usage":
      return [event];
  }
};

test("a streamed answer equals the plain one", () => {
  fc.assert(
    fc.property(answer, (whole) => {
      const fold = createAnswerFold();
      for (const event of answerEvents(whole)) fold.add(inPieces(event));
      expect(fold.answer()).toEqual(whole);
    }),
  );
});

test("one that broke off has no finish reason", () => {
  const fold = createAnswerFold();
  fold.add([{ type: "text", text: "half" }]);
  expect(fold.answer()).toEqual({ text: "half", toolCalls: [] });
});

test("logprobs are appended to those before, for content and refusal separately; a null list stays null until there are some", () => {
  const fold = createAnswerFold();
  const one = (token: string) => ({ token, logprob: -1 });
  fold.add([
    { type: "logprobs", logprobs: { content: [one("a")], refusal: null } },
    { type: "logprobs", logprobs: { content: null, refusal: [one("no")] } },
    { type: "logprobs", logprobs: { content: [one("b"), one("c")], refusal: null } },
  ]);
  expect(fold.answer().logprobs).toEqual({ content: [one("a"), one("b"), one("c")], refusal: [one("no")] });
});

test("logprobs in many pieces are concatenated, however many there are", () => {
  const fold = createAnswerFold();
  for (let piece = 0; piece < 200_000; piece++) fold.add([{ type: "logprobs", logprobs: { content: [piece] } }]);
  expect((fold.answer().logprobs as { readonly content: readonly number[] }).content).toHaveLength(200_000);
});

test.each<[string, (text: string) => ChatEvent]>([
  ["text", (words) => ({ type: "text", text: words })],
  ["reasoning", (words) => ({ type: "reasoning", text: words })],
  ["arguments", (words) => ({ type: "tool_call", index: 0, arguments: words })],
])("a million pieces of %s of one character take little more memory than they say", (_, eventOf) => {
  const fold = createAnswerFold();
  const before = heldBytes();
  for (let at = 0; at < 1_000_000; at++) fold.add([eventOf("abcdefgh".charAt(at % 8))]);
  expect(heldBytes() - before).toBeLessThan(4_000_000);
  const { text: said, reasoning = "", toolCalls } = fold.answer();
  expect(said.length + reasoning.length + (toolCalls[0]?.arguments.length ?? 0)).toBe(1_000_000);
});
