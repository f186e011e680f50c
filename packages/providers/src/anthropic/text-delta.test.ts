import fc from "fast-check";
import type { ChatEvent } from "../spec";
import { createStreamReader } from "./from-stream";
import { createTextDeltas } from "./text-delta";

const delta = (text: unknown, index = 0, type = "text_delta"): string =>
  JSON.stringify({
    type: "content_block_delta",
    index,
    delta: { type, [type === "text_delta" ? "text" : "thinking"]: text },
  });

const learned = (text: string, data = delta(text)) => {
  const deltas = createTextDeltas();
  deltas.learn(data, { type: "text", text });
  return deltas;
};

describe("a text delta", () => {
  test("is read without parsing", () => {
    expect(learned("Hello").read(delta(" wörld 👋"))).toEqual({ type: "text", text: " wörld 👋" });
  });

  test("is read whatever its padding", () => {
    expect(learned("Hello").read(delta("x").replace("}}", " }    }  "))).toEqual({ type: "text", text: "x" });
  });

  test("of thinking is returned as reasoning", () => {
    const deltas = createTextDeltas();
    deltas.learn(delta("hm", 0, "thinking_delta"), { type: "reasoning", text: "hm" });
    expect(deltas.read(delta("so", 0, "thinking_delta"))).toEqual({ type: "reasoning", text: "so" });
    expect(deltas.read(delta("so"))).toBeUndefined();
  });

  test.each([
    ["a quote", delta('say "hi"')],
    ["an escape", delta("a\nb")],
    ["a backslash at the end", delta("\\")],
    ["a second value slipped in", delta("x").replace('"x"', '"x","text":"y"')],
    ["a control character", delta("x").replace("x", "a\tb")],
    ["no text", delta("")],
    ["no end", delta("x").slice(0, -1)],
    ["another block", delta("x", 1)],
    ["something else entirely", "{}"],
  ])("is not recognized with %s", (_, data) => {
    expect(learned("Hello").read(data)).toBeUndefined();
  });

  test("is not recognized from a text in another place", () => {
    const hostile = '{"type":"content_block_delta","delta":{"type":"text_delta","text":"a"},"note":{"n":"a"}}';
    expect(learned("a", hostile).read(hostile.replace('"a"}}', '"b"}}'))).toBeUndefined();
  });

  test("never changes what a stream means", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("text", "text_delta", "\\", '"', 'a","b":"', "\n", "", "}}", '"}}'),
    );
    const data = fc.oneof(
      fc.tuple(text, fc.nat(2)).map(([value, index]) => delta(value, index)),
      fc.tuple(text, fc.nat(2)).map(([value, index]) => delta(value, index, "thinking_delta")),
      text.map((json) =>
        JSON.stringify({
          type: "content_block_delta",
          index: 0,
          delta: { type: "input_json_delta", partial_json: json },
        }),
      ),
      fc.tuple(text, text).map(([value, garbage]) => delta(value).replace("}}", () => `${garbage}}}`)),
      fc.tuple(text, fc.nat(3)).map(([value, padding]) => delta(value).replace("}}", `}${" ".repeat(padding)}}`)),
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
        const reader = createStreamReader();
        for (const one of [...stream, ...stream]) expect(read(reader, one)).toEqual(read(createStreamReader(), one));
      }),
      { numRuns: 200 },
    );
  });
});
