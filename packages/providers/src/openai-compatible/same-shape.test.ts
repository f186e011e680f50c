import fc from "fast-check";
import type { ChatEvent } from "../spec";
import type { Target } from "../target";
import { createStreamReader } from "./from-stream";
import { createSameShape } from "./same-shape";

const target: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m" };
const chunk = (content: unknown, over: object = {}): string =>
  JSON.stringify({
    id: "m",
    model: "m",
    choices: [{ index: 0, delta: { content, ...over }, finish_reason: null }],
    usage: null,
  });

const learned = (text: string, data = chunk(text)) => {
  const shape = createSameShape();
  shape.learn(data, { type: "text", text });
  return shape;
};

describe("a chunk of the same shape", () => {
  test("is read without parsing", () => {
    expect(learned("Hello").read(chunk(" wörld 👋"))).toEqual({ type: "text", text: " wörld 👋" });
  });

  test.each([
    ["a quote", chunk('say "hi"')],
    ["an escape", chunk("a\nb")],
    ["a second value slipped in", chunk("x").replace('"x"', '"x","refusal":"y"')],
    ["a control character", chunk("x").replace("x", "a\tb")],
    ["no text", chunk("")],
    ["a finish reason", chunk("x").replace('"finish_reason":null', '"finish_reason":"stop"')],
    ["something else entirely", "{}"],
  ])("is not recognized with %s", (_, data) => {
    expect(learned("Hello").read(data)).toBeUndefined();
  });

  test("is not learned from a text that first appears elsewhere", () => {
    expect(learned("m").read(chunk("other"))).toBeUndefined();
    expect(learned("m").read(chunk("m").replace('"id":"m"', '"id":"n"'))).toBeUndefined();
    const shape = learned("m");
    shape.learn(chunk("Hello"), { type: "text", text: "Hello" });
    expect(shape.read(chunk("other"))).toEqual({ type: "text", text: "other" });
  });

  test("is not learned from reasoning that first appears elsewhere", () => {
    const reasoned = (id: string) => chunk("", { reasoning: "m" }).replace('"id":"m"', `"id":"${id}"`);
    const shape = createSameShape();
    shape.learn(reasoned("m"), { type: "reasoning", text: "m" });
    expect(shape.read(reasoned("n"))).toBeUndefined();
  });

  test("is read in full where usage comes with every text: the last of them is what is paid", () => {
    const counted = (count: number) =>
      JSON.stringify({
        choices: [{ index: 0, delta: { content: "a" }, finish_reason: null }],
        usage: { prompt_tokens: 10, completion_tokens: count },
      });
    const reader = createStreamReader(target);
    const told = [1, 1, 1, 2].flatMap((count) => reader.read(counted(count), ""));
    expect(told.flatMap((event) => (event.type === "usage" ? [event.usage.completionTokens] : []))).toEqual([
      1, 1, 1, 2,
    ]);
  });

  test("never changes what a stream means", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("m", "text", "content", "\\", '"', 'a","b":"', "\n", ""),
    );
    const data = fc.oneof(
      text.map((content) => chunk(content)),
      text.map((content) => chunk([{ type: "text", text: content }])),
      text.map((reasoning) => chunk(null, { reasoning_content: reasoning })),
      fc.tuple(text, text).map(([content, reasoning]) => chunk(content, { reasoning })),
      fc.tuple(text, text).map(([content, garbage]) => chunk(content).replace("null", () => garbage)),
      fc.tuple(text, fc.nat(3)).map(([content, created]) => chunk(content).replace("{", `{"created":${created},`)),
    );
    const read = (reader: { read(data: string, name: string): readonly ChatEvent[] }, one: string): unknown => {
      try {
        return reader.read(one, "");
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(fc.array(data, { minLength: 2, maxLength: 12, size: "max" }), (stream) => {
        const reader = createStreamReader(target);
        for (const one of [...stream, ...stream])
          expect(read(reader, one)).toEqual(read(createStreamReader(target), one));
      }),
      { numRuns: 500 },
    );
  });
});
