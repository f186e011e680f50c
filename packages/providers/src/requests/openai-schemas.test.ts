import { toOpenAiFormat, toOpenAiParameters } from "./openai-schemas";

const TEXT = { type: "string" };
const closed = (properties: object, over: object = {}) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...over,
});

describe("a function's parameters", () => {
  test("keep their strictness if nothing is merged, or what is merged is as strict", () => {
    const parameters = closed({ a: TEXT });
    expect(toOpenAiParameters({ parameters, strict: true })).toEqual({ parameters, strict: true });
    const $defs = { d: parameters };
    expect(toOpenAiParameters({ parameters: { $ref: "#/$defs/d", $defs }, strict: true })).toEqual({
      parameters: { ...parameters, $defs },
      strict: true,
    });
    const either = { anyOf: [parameters, closed({ b: TEXT })] };
    expect(toOpenAiParameters({ parameters: either, strict: true })).toEqual({
      parameters: { type: "object", properties: { a: TEXT, b: TEXT }, additionalProperties: false },
      strict: false,
    });
    expect(toOpenAiParameters({ parameters: either, strict: undefined }).strict).toBeUndefined();
  });

  test.each([
    "^(?!__.*__$)[^\\p{Cc}]{1,200}$",
    "\\P{L}",
    "\\u{1F600}",
    "(?<year>\\d{4})",
    "(?<=a+)b",
    "a\\z",
    "\\cJ",
    "[^]",
    "[]",
  ])("lose the pattern %s, which Python can't read", (pattern) => {
    const parameters = {
      type: "object",
      properties: { a: { type: "string", pattern }, pattern: { anyOf: [{ type: "array", items: { pattern } }] } },
      patternProperties: { [pattern]: TEXT, "^x": TEXT },
      additionalProperties: false,
      default: { pattern },
    };
    expect(toOpenAiParameters({ parameters, strict: false }).parameters).toEqual({
      type: "object",
      properties: { a: TEXT, pattern: { anyOf: [{ type: "array", items: {} }] } },
      patternProperties: { "^x": TEXT },
      default: { pattern },
    });
  });

  test.each([
    "^[a-z]+$",
    "^(?!\\.)[\\w'+\\-.]*@(?:\\d|[A-Z])$",
    "\\\\p{L}",
    "\\u00e9\\x41\\n\\/\\1",
    "\\(?<a>",
    "[\\]]",
  ])("keep the pattern %s", (pattern) => {
    const parameters = { type: "object", properties: { a: { pattern } }, patternProperties: { [pattern]: TEXT } };
    expect(toOpenAiParameters({ parameters, strict: false }).parameters).toEqual(parameters);
  });
});

// "'allOf' is not permitted", "$ref cannot have keywords {'description'}"
test("a strict schema has no allOf of one part, and nothing beside a reference", () => {
  const $defs = { d: closed({ d: { description: "The d.", allOf: [{ allOf: [TEXT] }] } }) };
  const told = closed(
    {
      a: { title: "A", default: null, allOf: [{ $ref: "#/$defs/d" }] },
      b: { $ref: "#/$defs/d", description: "The b." },
    },
    { $defs },
  );
  const defined = { d: closed({ d: { type: "string", description: "The d." } }) };
  const strict = closed({ a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } }, { $defs: defined });
  expect(toOpenAiFormat(told, true)).toEqual(strict);
  expect(toOpenAiFormat({ $ref: "#/$defs/d", title: "T", $defs }, true)).toEqual({
    $ref: "#/$defs/d",
    $defs: defined,
  });
  expect(toOpenAiParameters({ parameters: told, strict: true })).toEqual({ parameters: strict, strict: true });
  for (const strictness of [false, undefined]) {
    expect(toOpenAiFormat(told, strictness)).toBe(told);
    expect(toOpenAiParameters({ parameters: told, strict: strictness }).parameters).toEqual(told);
  }
});
