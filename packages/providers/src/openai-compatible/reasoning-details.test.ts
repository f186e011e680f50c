import type { ChatCall, ChatEvent, ReasoningDetail } from "../spec";
import type { Target } from "../target";
import { openAiCompatible } from "./adapter";
import { createReasoningDetails } from "./reasoning-details";

const { chat } = openAiCompatible;
const target = (reasoning_details: boolean): Target => ({
  provider: "openrouter",
  baseUrl: "https://p.test/v1",
  model: "m",
  quirks: { reasoning_details },
});

// Shapes from OpenRouter's guide to reasoning tokens, and from streams in its clients' issues.
const PIECES = [
  { type: "reasoning.text", text: "Let", format: "anthropic-claude-v1", index: 0 },
  { type: "reasoning.text", text: " me compute.", format: "anthropic-claude-v1", index: 0, signature: null },
  { type: "reasoning.text", signature: "Et8BCmUI", format: "anthropic-claude-v1", index: 0 },
  { type: "reasoning.encrypted", data: "EoEDCv4C", id: "call_1", format: "google-gemini-v1", index: 1 },
];
const WHOLE = [
  { type: "reasoning.text", text: "Let me compute.", format: "anthropic-claude-v1", index: 0, signature: "Et8BCmUI" },
  PIECES[3],
];
const kept: ReasoningDetail[] = WHOLE.map(() => ({
  family: "openai-compatible",
  encrypted: expect.any(String) as string,
}));

const ASKED: ChatCall = { messages: [] };

const streamed = (to: Target): ChatEvent[] => {
  const reader = chat!.createStreamReader(to, ASKED);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ id: "gen-1", choices: [{ index: 0, delta, finish_reason }] });
  return [
    ...PIECES.map((piece) => chunk({ content: "", reasoning: piece.text ?? null, reasoning_details: [piece] })),
    chunk({ content: "4", reasoning_details: [] }),
    chunk({ content: "2" }),
    chunk({}, "stop"),
  ].flatMap((data) => [...reader.read(data, "")]);
};

const sentBack = (details: readonly ReasoningDetail[], to: Target): unknown => {
  const call = {
    messages: [
      { role: "assistant" as const, content: "42", reasoningDetails: details },
      { role: "user" as const, content: "And?" },
    ],
  };
  const { messages } = JSON.parse(chat!.toRequest(call, to, false).body ?? "") as {
    messages: { reasoning_details?: unknown }[];
  };
  return messages[0]?.reasoning_details;
};

test("arrive in pieces in a stream, are assembled, and are sent back unchanged", () => {
  const events = streamed(target(true));
  expect(events).toEqual([
    { type: "reasoning", text: "Let" },
    { type: "reasoning", text: " me compute." },
    { type: "text", text: "4" },
    { type: "text", text: "2" },
    ...kept.map((detail) => ({ type: "reasoning_detail", detail })),
    { type: "finish", reason: "stop" },
  ]);
  const details = events.flatMap((event) => (event.type === "reasoning_detail" ? [event.detail] : []));
  expect(sentBack(details, target(true))).toEqual(WHOLE);
});

test("arrive whole in a plain answer, and are sent back unchanged", () => {
  const body = {
    id: "gen-1",
    choices: [
      {
        message: { role: "assistant", content: "42", reasoning: "Let me compute.", reasoning_details: WHOLE },
        finish_reason: "stop",
      },
    ],
  };
  const { reasoningDetails = [] } = chat!.fromAnswer(body, target(true), ASKED);
  expect(reasoningDetails).toEqual(kept);
  expect(sentBack(reasoningDetails, target(true))).toEqual(WHOLE);
});

test("are neither read nor sent if the provider does not have them", () => {
  expect(streamed(target(false)).some(({ type }) => type === "reasoning_detail")).toBe(false);
  expect(sentBack([{ family: "openai-compatible", encrypted: "{}" }], target(false))).toBeUndefined();
});

test("of others, and invalid ones, are omitted", () => {
  expect(
    sentBack(
      [
        { family: "google", encrypted: "{}" },
        { family: "openai-compatible", encrypted: "no JSON" },
        { family: "openai-compatible", encrypted: "[1]" },
      ],
      target(true),
    ),
  ).toBeUndefined();
});

test("with a million names in all messages together are not built", () => {
  const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]));
  const encrypted = JSON.stringify(names);
  const details = [encrypted, encrypted].map((one) => ({ family: "openai-compatible", encrypted: one }));
  const message = { role: "assistant" as const, content: "42", reasoningDetails: details };
  const { messages } = JSON.parse(
    chat!.toRequest({ messages: [message, message, { role: "user", content: "And?" }] }, target(true), false).body ??
      "",
  ) as { messages: { reasoning_details?: unknown[] }[] };
  expect(messages.map(({ reasoning_details }) => reasoning_details?.length)).toEqual([2, 1, undefined]);
});

test("that are longer than any model's are discarded", () => {
  const reader = chat!.createStreamReader(target(true), ASKED);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ id: "gen-1", choices: [{ index: 0, delta, finish_reason }] });
  const piece = { type: "reasoning.text", text: "a".repeat(1024 * 1024), index: 0 };
  const events = [
    ...Array.from({ length: 5 }, () => chunk({ reasoning_details: [piece] })),
    chunk({ content: "a" }, "stop"),
  ].flatMap((data) => [...reader.read(data, "")]);
  expect(events).toEqual([
    { type: "text", text: "a" },
    { type: "finish", reason: "stop" },
  ]);
});

test("in many pieces are put together without comparing each with all others", () => {
  let reads = 0;
  const pieces = Array.from({ length: 1_000 }, (_, at) => ({
    get index() {
      reads += 1;
      return at;
    },
  }));
  const details = createReasoningDetails();
  details.add(pieces);
  expect(details.all()).toHaveLength(1_000);
  expect(reads).toBeLessThan(10_000);
});

test("with ever more fields grow by each piece alone: copies of what there was would take minutes", () => {
  const details = createReasoningDetails();
  details.add(Array.from({ length: 40_000 }, (_, at) => ({ type: "t", index: 0, text: "a", [`f${at}`]: at })));
  const [only, ...others] = details.all();
  expect(others).toEqual([]);
  const detail = JSON.parse(only?.encrypted ?? "") as Record<string, unknown>;
  expect(Object.keys(detail)).toHaveLength(40_003);
  expect(detail).toMatchObject({ type: "t", text: "a".repeat(40_000), f39999: 39_999 });
});

test("keep fields of any name", () => {
  const details = createReasoningDetails();
  details.add(JSON.parse('[{"index":0,"__proto__":{"a":1}},{"index":0,"constructor":"b"}]'));
  expect(details.all().map(({ encrypted }) => encrypted)).toEqual([
    '{"index":0,"__proto__":{"a":1},"constructor":"b"}',
  ]);
});
