import fc from "fast-check";
import type { ChatEvent } from "../spec";
import { createStreamReader } from "./from-stream";
import { createSameShape } from "./same-shape";

interface ChunkOptions {
  readonly thought?: boolean;
  readonly candidates?: number;
  readonly over?: object;
  readonly inPart?: object;
}

const chunk = (text: unknown, { thought, candidates = 3, over = {}, inPart = {} }: ChunkOptions = {}): string =>
  JSON.stringify({
    candidates: [
      { content: { parts: [{ text, ...(thought === true ? { thought } : {}), ...inPart }], role: "model" }, index: 0 },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: candidates,
      totalTokenCount: 10 + candidates,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: 10 }],
      thoughtsTokenCount: 7,
    },
    modelVersion: "gemini-2.5-flash",
    responseId: "a1b2",
    ...over,
  });

/** Learned from two chunks: what differs between them may differ in others. */
const learned = (text: string) => {
  const shape = createSameShape();
  for (const candidates of [3, 4]) shape.learn(chunk(text, { candidates }), "text", text);
  return shape;
};
const events = (text: string, candidates: number) => [
  { type: "text", text },
  {
    type: "usage",
    usage: {
      promptTokens: 10,
      completionTokens: candidates + 7,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 7,
    },
  },
];

describe("a chunk of the same shape", () => {
  test.each([" wörld 👋", 'say "hi"\n', "back\\slash\\", '\\"', '{"text": 1}'])(
    "is read without parsing: its text %j and its counts",
    (text) => {
      expect(learned("Hello").read(chunk(text, { candidates: 4_096 }))).toEqual(events(text, 4_096));
    },
  );

  test.each([
    ["a second part", chunk("x").replace('}],"role"', '},{"text":"y"}],"role"')],
    ["a signature", chunk("x", { inPart: { thoughtSignature: "s" } })],
    ["a thought", chunk("x", { thought: true })],
    ["a finish reason", chunk("x").replace('"index":0', '"finishReason":"STOP","index":0')],
    ["a control character", chunk("x").replace("x", "a\tb")],
    ["a wrong escape", chunk("x").replace('"x"', '"\\x"')],
    ["a number that is none", chunk("x").replace('"totalTokenCount":13', '"totalTokenCount":013')],
    ["a fraction", chunk("x").replace('"totalTokenCount":13', '"totalTokenCount":1.3')],
    ["a number too long", chunk("x").replace('"totalTokenCount":13', '"totalTokenCount":1300000000000000000')],
    ["no text", chunk("")],
    ["something more", chunk("x", { over: { promptFeedback: {} } })],
    ["an open string", chunk("x").slice(0, 50)],
    ["something else entirely", "{}"],
  ])("is not recognized with %s", (_, data) => {
    expect(learned("Hello").read(data)).toBeUndefined();
  });

  test("is not learned from a text that first appears elsewhere", () => {
    expect(learned("text").read(chunk("other"))).toBeUndefined();
    expect(learned("model").read(chunk("other"))).toEqual(events("other", 3));
  });

  test("never changes what a stream means", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("text", "model", "TEXT", "\\", '"', 'a","b":"', "\n", "", ": 12,", '"tokenCount":1}'),
    );
    const data = fc.oneof(
      fc.record({ text, candidates: fc.nat(2_000), thought: fc.boolean() }).map((one) => chunk(one.text, one)),
      fc.tuple(text, text).map(([one, other]) => chunk(one, { inPart: { more: other } })),
      fc.tuple(text, text).map(([one, garbage]) => chunk(one).replace('"TEXT"', () => garbage)),
      fc
        .tuple(text, fc.constantFrom("00", "1.5", "-1", '"7"', "null", "true", "1e3", "99999999999999999999"))
        .map(([one, count]) => chunk(one).replace('"candidatesTokenCount":3', `"candidatesTokenCount":${count}`)),
      text.map((one) => chunk(one, { over: { usageMetadata: undefined } })),
      text.map((one) =>
        chunk(one, { over: { candidates: [{ content: { parts: [{ text: one }] }, finishReason: "STOP" }] } }),
      ),
    );
    const read = (reader: { read(data: string, name: string): readonly ChatEvent[] }, one: string): string => {
      try {
        return JSON.stringify(reader.read(one, "").filter(({ type }) => type !== "finish"));
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(fc.array(data, { minLength: 2, maxLength: 12, size: "max" }), (stream) => {
        const reader = createStreamReader();
        const twice = [...stream, ...stream];
        expect(twice.map((one) => read(reader, one))).toEqual(twice.map((one) => read(createStreamReader(), one)));
      }),
      { numRuns: 200 },
    );
  });
});
