import { closest } from "./closest";

const KEYS = ["temperature", "top_p", "max_tokens", "model"];

describe("the closest option", () => {
  test.each([
    ["a letter too few", "temprature", "temperature"],
    ["a letter too many", "max_tokenss", "max_tokens"],
    ["another letter", "madel", "model"],
    ["another first letter", "nodel", "model"],
    ["another last letter", "modes", "model"],
    ["letters in another order", "max_tokesn", "max_tokens"],
    ["capitals", "MODEL", "model"],
    ["no mistake", "top_p", "top_p"],
  ])("is found for a word with %s", (_mistake, word, expected) => {
    expect(closest(word, KEYS)).toBe(expected);
  });

  test("differs in a third of its letters at most, or in another share that is asked for", () => {
    expect(closest("abcdxx", ["abcdef"])).toBe("abcdef");
    expect(closest("abcxxx", ["abcdef"])).toBeUndefined();
    expect(closest("abcxxx", ["abcdef"], 1 / 2)).toBe("abcdef");
    expect(closest("seed", KEYS)).toBeUndefined();
  });

  test("is the one with the fewest mistakes, and of equals the first", () => {
    expect(closest("grok-4", ["grok-3", "grok-4x", "grok-4"])).toBe("grok-4");
    expect(closest("grok-5", ["grok-3", "grok-4"])).toBe("grok-3");
  });
});
