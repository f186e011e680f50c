import fc from "fast-check";
import { countTokens, firstTokens, tokensOf } from "./tokens";
import { pseudoText, wordsOf } from "./words";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.lorem(),
  fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "7", ".", "\u{1F332}") }),
);

describe("tokens", () => {
  it("concatenated are the text, whatever it is", () => {
    fc.assert(fc.property(anyText, (text) => tokensOf(text).join("") === text));
  });

  it("add up over the words of a text: a stream and a plain answer report the same usage", () => {
    fc.assert(
      fc.property(
        anyText,
        (text) => wordsOf(text).reduce((sum, word) => sum + countTokens(word), 0) === countTokens(text),
      ),
    );
  });

  it("cut to a limit are at most that many, and the beginning of the text", () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, limit) => {
        const cut = firstTokens(text, limit);
        return text.startsWith(cut) && countTokens(cut) === Math.min(limit, countTokens(text));
      }),
    );
  });

  it("are about as many as a real tokenizer's", () => {
    const text = "The quick brown fox jumps over the lazy dog, then rests in 2026.";
    expect(countTokens(text)).toBeGreaterThan(12);
    expect(countTokens(text)).toBeLessThan(20);
  });
});

describe("words", () => {
  it("concatenated are the text, whatever it is", () => {
    fc.assert(fc.property(anyText, (text) => wordsOf(text).join("") === text));
  });
});

describe("pseudo text", () => {
  it("is determined by the prompt", () => {
    expect(pseudoText("one thing", 40)).toBe(pseudoText("one thing", 40));
    expect(pseudoText("one thing", 40).slice(25)).not.toBe(pseudoText("two things", 40).slice(25));
  });

  it("has exactly the words asked for", () => {
    fc.assert(
      fc.property(fc.lorem(), fc.nat(300), (prompt, length) => wordsOf(pseudoText(prompt, length)).length === length),
    );
  });

  it("repeats the question", () => {
    expect(pseudoText("Where is the water?")).toMatch(/^You said: Where is the water\? — /);
  });

  it("contains multi-byte characters", () => {
    expect(pseudoText("x", 200)).toMatch(/[áéíóúñ]/);
  });
});
