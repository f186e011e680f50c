import { createGrammarRoom } from "./grammar-room";

const TEXT = { type: "string" };
const properties = (count: number, schema: object, prefix = "p") =>
  Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`${prefix}${index}`, schema]));
const object = (of: Record<string, object>, required: readonly string[] = []) => ({
  type: "object",
  properties: of,
  required,
});
const allRequired = (of: Record<string, object>) => object(of, Object.keys(of));
const maybe = { type: ["string", "null"] };
const either = { anyOf: [TEXT, { type: "null" }] };

describe("the grammars of one request", () => {
  test.each<[string, object, object]>([
    ["optional properties", object(properties(24, TEXT)), object(properties(25, TEXT))],
    [
      "optional properties, however deep",
      object({ in: { type: "array", items: object(properties(23, TEXT)) } }),
      object({ in: { type: "array", items: object(properties(24, TEXT)) } }),
    ],
    [
      "optional properties of what is referred to",
      { ...allRequired({ a: { $ref: "#/$defs/d" } }), $defs: { d: object(properties(24, TEXT)) } },
      { ...allRequired({ a: { $ref: "#/$defs/d" } }), $defs: { d: object(properties(25, TEXT)) } },
    ],
    ["values of several types", allRequired(properties(16, maybe)), allRequired(properties(17, maybe))],
    [
      "values of several types, said otherwise",
      allRequired(properties(16, either)),
      allRequired(properties(17, either)),
    ],
  ])("have room for so many %s, and for no more", (_, fits, exceeds) => {
    expect(createGrammarRoom().ofAnswer(fits)).toMatchObject({ type: "object", additionalProperties: false });
    expect(createGrammarRoom().ofAnswer(exceeds)).toBeUndefined();
  });

  test("have any number of required ones of one type", () => {
    expect(createGrammarRoom().ofAnswer(allRequired(properties(200, TEXT)))).toBeDefined();
  });

  test("share the room: the answer and the functions before take theirs, and one that has none takes nothing", () => {
    const grammars = createGrammarRoom();
    expect(grammars.ofAnswer(object(properties(20, TEXT)))).toBeDefined();
    expect(grammars.ofTool(object(properties(5, TEXT)))).toBeUndefined();
    expect(grammars.ofTool(object(properties(4, TEXT)))).toBeDefined();
    expect(grammars.ofTool(object(properties(1, TEXT)))).toBeUndefined();
  });

  test("are of so many functions", () => {
    const grammars = createGrammarRoom();
    expect(Array.from({ length: 21 }, () => grammars.ofTool(object({})) !== undefined)).toEqual([
      ...Array.from({ length: 20 }, () => true),
      false,
    ]);
    expect(grammars.ofAnswer(object({}))).toBeDefined();
  });
});
