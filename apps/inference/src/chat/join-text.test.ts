import fc from "fast-check";
import { createTextJoin, withoutLastSpace } from "./join-text";

/** What the caller sees of a continuation that arrives in these pieces. */
const joined = (soFar: string, pieces: readonly string[]): string => {
  const join = createTextJoin(soFar);
  return soFar + pieces.map((piece) => join.push(piece)).join("") + join.flush();
};

const SO_FAR = "The quick brown fox jumps ";

describe("a text and its continuation", () => {
  test.each([
    ["that begins with the next word", ["over the dog."]],
    ["that repeats the last white space", [" ", "over the dog."]],
    ["that repeats all of it", ["The quick brown fox jumps", " over the dog."]],
    ["that repeats all of it in pieces", ["The qu", "ick brown ", "fox jum", "ps over", " the dog."]],
  ])("%s is one text", (_what, pieces) => {
    expect(joined(SO_FAR, pieces)).toBe("The quick brown fox jumps over the dog.");
  });

  test("continues in the middle of a word", () => {
    expect(joined("The quick bro", ["wn", " fox"])).toBe("The quick brown fox");
  });

  test("only an exact repetition is removed", () => {
    expect(joined("A line\n", ["\n", "\nanother"])).toBe("A line\n\nanother");
    expect(joined("A line\n", [" indented"])).toBe("A line\n indented");
    expect(joined("The quick brown fox", ["The quick brown", " dog"])).toBe("The quick brown foxThe quick brown dog");
  });

  test('a short repetition is kept, as in "ha ha"', () => {
    expect(joined("ha ", ["ha ", "ha"])).toBe("ha ha ha");
  });

  test("buffered text that may be a repetition is sent when the answer ends", () => {
    expect(joined("The quick brown fox", ["The quick"])).toBe("The quick brown foxThe quick");
    expect(joined("word  ", [" "])).toBe("word  ");
  });

  test("nothing is buffered once it is clear that it is no repetition", () => {
    const join = createTextJoin(SO_FAR);
    expect([join.push("The"), join.push(" slow"), join.push(" cat")]).toEqual(["", "The slow", " cat"]);
  });

  test("each piece of a repetition is compared once", () => {
    const startsWith = jest.spyOn(String.prototype, "startsWith");
    const soFar = `${"word ".repeat(400)}end  `;
    try {
      expect(joined(soFar, [...Array.from(soFar), "x"])).toBe(`${soFar}x`);
      expect(startsWith.mock.calls.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThanOrEqual(2 * soFar.length);
    } finally {
      startsWith.mockRestore();
    }
  });

  test("wherever a text is cut, whatever the provider repeats, in whatever pieces: no word is doubled or lost", () => {
    const word = fc.stringMatching(/^[a-zé.,]{1,8}$/u);
    const text = fc
      .array(fc.tuple(word, fc.constantFrom(" ", "\n", "\n\n", "  ")), { minLength: 2, maxLength: 30, size: "max" })
      .map((words) => words.flat().join("").trimEnd());
    const pieces = (whole: string, cuts: readonly number[]) => {
      const places = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)).sort((a, b) => a - b), whole.length];
      return places.slice(1).map((place, index) => whole.slice(places[index], place));
    };
    fc.assert(
      fc.property(
        text,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("next", "space", "all"),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (whole, at, repeats, cuts) => {
          const soFar = whole.slice(0, Math.floor(at * whole.length));
          const given = withoutLastSpace(soFar);
          // A short text is not recognized as a repetition, nor can a remainder that begins like the text be told from
          // one.
          fc.pre(given.length >= 16 && !whole.slice(given.length).startsWith(given.slice(0, 3)));
          const said = { next: whole.slice(soFar.length), space: whole.slice(given.length), all: whole }[repeats];
          // After a cut inside white space, a continuation with leading white space can't be told from a repetition.
          fc.pre(repeats !== "next" || !/^\s/.test(said) || soFar === given);
          expect(joined(soFar, pieces(said, cuts))).toBe(whole);
        },
      ),
      { numRuns: 300 },
    );
  });
});
