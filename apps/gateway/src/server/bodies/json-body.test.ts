import fc from "fast-check";
import { refusalOf } from "../../testing/refusal-of";
import { parseJsonBody } from "./json-body";

const DEPTH = 64;
const BOUNDS = { depth: DEPTH, parts: 1_000, commas: 200_000 };
const parse = (text: string) => parseJsonBody(Buffer.from(text), BOUNDS);
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("parseJsonBody", () => {
  it("reads every JSON value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        const hasPoison = text.includes("__proto__") || text.includes("constructor");
        fc.pre(!hasPoison);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("ignores a byte order mark in front, and only there", () => {
    expect(parse('\uFEFF{"a":"\uFEFF"}')).toEqual({ a: "\uFEFF" });
    for (const text of ["\uFEFF", "\uFEFF\uFEFF{}", "{}\uFEFF"])
      expect(refusalOf(() => parse(text))).toMatchObject({ code: "invalid_request_error" });
  });

  it.each([
    ["nothing", Buffer.alloc(0), "body: empty; send a JSON object."],
    ["a cut object", Buffer.from('{"model": "m"'), "body: not valid JSON at position 13."],
    ["text", Buffer.from("hello"), "body: not valid JSON."],
    ["a broken UTF-8 sequence", Buffer.from([0x22, 0xc3, 0x28, 0x22]), "body: not valid UTF-8."],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le"), "body: not valid JSON at position 1."],
    ["__proto__", Buffer.from('{"a": {"__proto__": {"admin": true}}}'), 'body: the name "__proto__" is not allowed.'],
    [
      "__proto__ spelt with escapes",
      Buffer.from('{"__pr\\u006fto__": 1}'),
      'body: the name "__proto__" is not allowed.',
    ],
    [
      "constructor.prototype",
      Buffer.from('[{"constructor": {"prototype": {}}}]'),
      'body: the name "constructor" is not allowed.',
    ],
  ])("rejects %s", (_what, bytes, message) => {
    expect(refusalOf(() => parseJsonBody(bytes, BOUNDS))).toMatchObject({
      code: "invalid_request_error",
      param: "body",
      message,
    });
  });

  it("never quotes the body in an error", () => {
    expect(refusalOf(() => parse('{"messages": secret')).message).not.toContain("secret");
  });

  it("accepts a field named constructor", () => {
    expect(parse('{"constructor": "Foster"}')).toEqual({ constructor: "Foster" });
  });

  it("accepts nesting up to the limit and not one level more", () => {
    expect(parse(nested(DEPTH))).toBeInstanceOf(Array);
    expect(refusalOf(() => parse(nested(DEPTH + 1))).message).toBe("body: nested more than 64 levels deep.");
    expect(refusalOf(() => parse('{"a":'.repeat(DEPTH + 1) + "1" + "}".repeat(DEPTH + 1))).message).toBe(
      "body: nested more than 64 levels deep.",
    );
  });

  it("limits objects, arrays and names, and numbers less", () => {
    expect(parse(`[${"{},".repeat(998)}{}]`)).toHaveLength(999);
    expect(refusalOf(() => parse(`[${"{},".repeat(999)}{}]`)).message).toBe(
      "body: more than 1000 arrays, objects and names.",
    );
    expect(
      refusalOf(() =>
        parse(JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_unused, index) => [index, 0])))),
      ).message,
    ).toBe("body: more than 1000 arrays, objects and names.");
    expect(parse(`[${"1,".repeat(100_000)}1]`)).toHaveLength(100_001);
    expect(refusalOf(() => parse(`[${"1,".repeat(200_001)}1]`)).message).toBe(
      "body: more than 200000 commas between values.",
    );
  });

  it("survives nesting that would overflow a stack", () => {
    expect(refusalOf(() => parse(nested(1_000_000))).code).toBe("invalid_request_error");
  });
});
