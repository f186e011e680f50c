import fc from "fast-check";
import { createCustomInputReader, customInputOf, toCustomArguments, toCustomInputPiece } from "./custom-input";

/** Cuts a text at places given as shares of its length. */
const piecesOf = (text: string, cuts: readonly number[]): string[] => {
  const places = [0, ...cuts.map((share) => Math.floor(share * text.length)).toSorted((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
};
const readIn = (pieces: readonly string[]): { readonly parts: string[]; readonly text: string } => {
  const reader = createCustomInputReader();
  const parts = [...pieces.map((piece) => reader.read(piece)), reader.end()];
  return { parts, text: parts.join("") };
};
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom('"', "\\", "\n", "u", "😀", "é", "{") }),
);
/** Every character as an escape of its own. */
const inEscapes = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

describe("the text of a custom tool's call", () => {
  test("survives any text and any split, with no half of a character in any piece", () => {
    fc.assert(
      fc.property(texts, shares, fc.boolean(), (text, cuts, escaped) => {
        const json = escaped ? ` {\n"input" :\t"${inEscapes(text)}" } ` : toCustomArguments(text);
        const { parts, text: read } = readIn(piecesOf(json, cuts));
        expect(read).toBe(text);
        expect(parts.every((part) => part.isWellFormed())).toBe(true);
      }),
    );
  });

  test("is written in pieces that join to what it is as a whole", () => {
    fc.assert(
      fc.property(texts, shares, (text, cuts) => {
        const json = `{"input":"${piecesOf(text, cuts).map(toCustomInputPiece).join("")}"}`;
        expect(customInputOf(json)).toBe(text);
      }),
    );
  });

  test("is whatever else the model wrote in its place, at any split", () => {
    for (const json of ["", "ls -l", '{"patch":"x"}', '{"input":7}', '["input"]', '{"in put":"x"}', "{}", '{"inp'])
      fc.assert(fc.property(shares, (cuts) => expect(readIn(piecesOf(json, cuts)).text).toBe(json)));
  });

  test.each([
    ['{"input":"a\\', "a"],
    ['{"input":"a\\u00', "a"],
    ['{"input":"a\\q"}', "a\\q"],
    ['{"input":"a\nb"}', "a\nb"],
    ['{"input":"a","more":"b"}', "a"],
    ['{"input":"a\\ud83d!"}', "a\ufffd!"],
    ['{"input":"a\\ud83d"}', "a\ufffd"],
  ])("of %j is %j", (json, text) => {
    expect(customInputOf(json)).toBe(text);
  });
});
