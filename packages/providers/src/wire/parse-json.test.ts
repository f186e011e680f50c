import fc from "fast-check";
import { parseJson } from "./parse-json";

test("valid JSON is parsed", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 6_000 }), (value, padding) => {
      expect(parseJson(JSON.stringify(value) + " ".repeat(padding))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("brackets inside a string are text", () => {
  const text = `${"[{".repeat(5_000)}\\"\\`;
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});

test("an escaped quote does not end a string", () => {
  const deep = "[".repeat(300);
  for (const text of [`\\"${deep}`, `\\\\${deep}`, `"${deep}`, `${"\\".repeat(999)}"${deep}`]) {
    const json = `${JSON.stringify([text, text])}${" ".repeat(5_000)}`;
    expect(parseJson(json)).toEqual([text, text]);
  }
  expect(() => parseJson(`["\\\\",${deep}${" ".repeat(5_000)}`)).toThrow("nested");
});

test.each([
  ["arrays", "[", "]"],
  ["objects", '{"a":', "}"],
])("endless %s are rejected before parsing", (_, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}${" ".repeat(5_000)}`;
  expect(() => parseJson(nested(100_000))).toThrow("nested");
  expect(() => parseJson(nested(200))).not.toThrow();
});

test("256 levels are read, one more is not", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}${" ".repeat(5_000)}`;
  expect(() => parseJson(nested(256))).not.toThrow();
  expect(() => parseJson(nested(257))).toThrow("more than 256 levels");
});

test.each(["[]", "{}"])("very many %s side by side are not deep", (value) => {
  const json = `[${Array.from({ length: 5_000 }, () => value).join(",")}]`;
  expect(parseJson(json)).toHaveLength(5_000);
});

test.each(["[]", "{}", '"a":1', "1"])("ten million times %s is refused before parsing", (value) => {
  const [open, close] = value.startsWith('"') ? ["{", "}"] : ["[", "]"];
  const parse = jest.spyOn(JSON, "parse");
  try {
    expect(() => parseJson(`${open}${`${value},`.repeat(10_000_000)}${value}${close}`)).toThrow("JSON of more than");
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test("as many numbers as the largest answer with embeddings has are read", () => {
  const vector = `[${"0.5,".repeat(4_095)}0.5]`;
  expect(parseJson(`[${`${vector},`.repeat(2_000)}${vector}]`)).toHaveLength(2_001);
});
