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

/** Of so many optional properties, each in an object of its own: in one object they would have too many branches. */
const apart = (count: number) => allRequired(properties(count, object({ a: TEXT })));

describe("the grammars of one request", () => {
  test.each<[string, object, object]>([
    ["optional properties, however deep", apart(24), apart(25)],
    [
      "optional properties of what is referred to, at each of its uses",
      {
        ...allRequired({ a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/e" } }),
        $defs: { d: apart(12), e: { $ref: "#/$defs/d" } },
      },
      {
        ...allRequired({ a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/e" } }),
        $defs: { d: apart(13), e: { $ref: "#/$defs/d" } },
      },
    ],
    ["ways through one object", object(properties(11, TEXT)), object(properties(12, TEXT))],
    [
      "ways through several",
      allRequired({ a: object(properties(9, TEXT)), b: object(properties(9, TEXT)) }),
      allRequired({ a: object(properties(10, TEXT)), b: object(properties(10, TEXT)) }),
    ],
    [
      "ways through what is required as well",
      object({ ...properties(8, TEXT), ...properties(6, TEXT, "r") }, Object.keys(properties(6, TEXT, "r"))),
      object({ ...properties(8, TEXT), ...properties(8, TEXT, "r") }, Object.keys(properties(8, TEXT, "r"))),
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

  test("are made once of a schema, for every route and try of a call", () => {
    const schema = allRequired({ a: TEXT });
    expect(createGrammarRoom().ofTool(schema)).toBe(createGrammarRoom().ofAnswer(schema));
  });

  test("have any number of required ones of one type", () => {
    expect(createGrammarRoom().ofAnswer(allRequired(properties(200, TEXT)))).toBeDefined();
  });

  test("share the room: the answer and the functions before take theirs, and one that has none takes nothing", () => {
    const grammars = createGrammarRoom();
    expect(grammars.ofAnswer(apart(20))).toBeDefined();
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
