import { toStrictSchema } from "./strict-schema";

const object = (properties: object, over: object = {}) => ({ type: "object", properties, ...over });

describe("a schema for the API's grammars", () => {
  test("closes every object, however deep", () => {
    const inner = object({ a: { type: "string" } });
    const schema = object(
      { one: inner, many: { type: "array", items: inner }, either: { anyOf: [inner, { type: "null" }] } },
      { required: ["one"], additionalProperties: true },
    );
    const closed = { ...inner, additionalProperties: false };
    expect(toStrictSchema(schema)).toEqual({
      type: "object",
      required: ["one"],
      additionalProperties: false,
      properties: {
        one: closed,
        many: { type: "array", items: closed },
        either: { anyOf: [closed, { type: "null" }] },
      },
    });
  });

  test("describes in words what the grammars don't support", () => {
    expect(
      toStrictSchema(
        object({
          year: { type: "integer", minimum: 1900, description: "A year." },
          tags: { type: "array", items: { type: "string" }, minItems: 3 },
        }),
      ),
    ).toMatchObject({
      properties: {
        year: { type: "integer", description: "A year. (minimum: 1900)" },
        tags: { type: "array", description: "(minItems: 3)" },
      },
    });
  });

  test("keeps what they support", () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      title: "T",
      $defs: { s: { type: "string", format: "date" } },
      properties: {
        a: { $ref: "#/$defs/s" },
        b: { enum: ["x", 1] },
        c: { const: true },
        d: { type: "array", items: { $ref: "#/$defs/s" }, minItems: 1 },
      },
      required: ["a"],
    };
    expect(toStrictSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema })).toEqual(schema);
    expect(toStrictSchema({ properties: {} })).toEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(toStrictSchema({ oneOf: [{ type: "string", format: "color" }] })).toEqual({
      anyOf: [{ type: "string", description: '(format: "color")' }],
    });
  });

  // "Enum value 'low' does not match declared type '['string', 'null']'"
  test("has no type where the values are listed", () => {
    const level = { enum: ["low", "high", null], description: "How much." };
    expect(
      toStrictSchema(
        object({ level: { type: ["string", "null"], ...level }, one: { type: "string", const: "x", minLength: 1 } }),
      ),
    ).toEqual(object({ level, one: { const: "x", description: "(minLength: 1)" } }, { additionalProperties: false }));
  });

  test("lists no objects and arrays: they are told in words, where there is a type", () => {
    expect(
      toStrictSchema(
        object({
          point: {
            type: "array",
            items: { type: "number" },
            enum: [
              [0, 0],
              [1, 1],
            ],
          },
        }),
      ),
    ).toMatchObject({
      properties: {
        point: { type: "array", items: { type: "number" }, description: "(enum: [[0,0],[1,1]])" },
      },
    });
  });

  // Pydantic before 2.9, zod's recursive types, and others.
  test("has no allOf of one part, and nothing beside a reference", () => {
    const $defs = { d: object({ a: { type: "string" } }, { additionalProperties: false }) };
    const told = { allOf: [{ $ref: "#/$defs/d" }], description: "The d.", default: null };
    expect(
      toStrictSchema(object({ d: told, e: { allOf: [{ allOf: [{ type: "null" }], title: "E" }] } }, { $defs })),
    ).toEqual(
      object({ d: { $ref: "#/$defs/d" }, e: { type: "null", title: "E" } }, { $defs, additionalProperties: false }),
    );
    expect(toStrictSchema({ allOf: [{ $ref: "#/$defs/d" }], title: "T", $defs })).toEqual({ $ref: "#/$defs/d", $defs });
    expect(toStrictSchema({ type: "object", allOf: [object({ a: { type: "string" } })] })).toEqual($defs.d);
  });

  test.each([
    ["a map", object({ by: { type: "object", additionalProperties: { type: "number" } } })],
    ["an object of names nobody knows", { type: "object" }],
    ["patterns of names", object({}, { patternProperties: { "^x": {} } })],
    [
      "recursion",
      {
        $ref: "#/$defs/node",
        $defs: { node: object({ next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }) },
      },
    ],
    [
      "recursion by a detour",
      {
        $ref: "#/$defs/a",
        $defs: { a: object({ b: { $ref: "#/$defs/b" } }), b: object({ a: { $ref: "#/$defs/a" } }) },
      },
    ],
    ["recursion into itself", object({ next: { $ref: "#" } })],
    [
      "endless depth by references",
      {
        ...object({ a: { $ref: "#/$defs/d0" } }),
        $defs: Object.fromEntries(
          Array.from({ length: 20_000 }, (_unused, level) => [
            `d${level}`,
            object({ a: level === 19_999 ? { type: "null" } : { $ref: `#/$defs/d${level + 1}` } }),
          ]),
        ),
      },
    ],
    [
      "parts that have to hold together: closed, each forbids the others",
      { allOf: [object({ a: { type: "string" } }), object({ b: { type: "string" } })] },
    ],
    ["a part beside properties", object({ a: { type: "string" } }, { allOf: [object({ b: { type: "string" } })] })],
    ["a reference that leads nowhere", object({ a: { $ref: "https://schemas.test/a" } })],
    ["objects listed without a type", object({ a: { enum: [{ b: 1 }, "x"] } })],
    ["anything", object({ a: true })],
    ["anything, said otherwise", object({ a: { description: "Whatever you like." } })],
    ["endless depth", JSON.parse(`${'{"type":"array","items":'.repeat(40)}{}${"}".repeat(40)}`) as object],
  ])("can't be made from %s", (_, schema) => {
    expect(toStrictSchema(schema)).toBeUndefined();
  });

  test("is made of definitions that are referred to twice each, and does not follow them twice as often each time", () => {
    const LEVELS = 30;
    const definition = (level: number) => {
      const next = level === LEVELS - 1 ? { type: "null" } : { $ref: `#/$defs/d${level + 1}` };
      return object({ a: next, b: next });
    };
    const schema = {
      ...object({ a: { $ref: "#/$defs/d0" } }),
      $defs: Object.fromEntries(Array.from({ length: LEVELS }, (_unused, level) => [`d${level}`, definition(level)])),
    };
    expect(toStrictSchema(schema)).toBeDefined();
  });

  test("does not modify the caller's schema", () => {
    const schema = object({ a: { type: "integer", maximum: 3 } });
    const before = JSON.stringify(schema);
    toStrictSchema(schema);
    expect(JSON.stringify(schema)).toBe(before);
  });
});
