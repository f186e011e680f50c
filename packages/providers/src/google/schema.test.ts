import { toWireSchema } from "./schema";

const point = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };

describe("a JSON Schema for Gemini", () => {
  test("is unchanged if Gemini supports it", () => {
    const schema = {
      type: "object",
      properties: { a: { type: ["string", "null"], enum: ["x", null], default: "x" }, $ref: { type: "string" } },
      additionalProperties: false,
      required: ["a"],
    };
    expect(toWireSchema(schema)).toEqual(schema);
  });

  test("has const as an enum of one value, and no $schema", () => {
    expect(
      toWireSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        anyOf: [{ const: "a" }, { type: "array", items: { const: 1 } }],
      }),
    ).toEqual({ anyOf: [{ enum: ["a"] }, { type: "array", items: { enum: [1] } }] });
  });

  test("treats a property called const or properties as a property", () => {
    expect(toWireSchema({ properties: { const: { type: "string" }, properties: { const: 1 } } })).toEqual({
      properties: { const: { type: "string" }, properties: { enum: [1] } },
    });
  });

  test("has references replaced by their definition, merged with what is next to them", () => {
    expect(
      toWireSchema({
        type: "object",
        properties: { from: { $ref: "#/$defs/point" }, to: { $ref: "#/definitions/a~1b", description: "End" } },
        $defs: { point },
        definitions: { "a/b": { $ref: "#/$defs/point" } },
      }),
    ).toEqual({ type: "object", properties: { from: point, to: { ...point, description: "End" } } });
  });

  test("that recurs keeps its references, without siblings and under their newer name", () => {
    const tree = { $ref: "#/definitions/tree", description: "root" };
    expect(
      toWireSchema({
        ...tree,
        definitions: { tree: { type: "object", properties: { left: tree, kind: { const: "tree" } } } },
      }),
    ).toEqual({ $ref: "#/$defs/tree" });
    expect(
      toWireSchema({
        type: "object",
        properties: { root: tree },
        definitions: { tree: { type: "object", properties: { left: tree, kind: { const: "tree" } } } },
      }),
    ).toEqual({
      type: "object",
      properties: { root: { $ref: "#/$defs/tree" } },
      $defs: { tree: { type: "object", properties: { left: { $ref: "#/$defs/tree" }, kind: { enum: ["tree"] } } } },
    });
  });

  test("with dangling or exploding references is left to Google", () => {
    expect(toWireSchema({ items: { $ref: "#/$defs/none" } })).toEqual({ items: { $ref: "#/$defs/none" } });
    expect(toWireSchema({ items: { $ref: "https://example.com/schema" } })).toEqual({
      items: { $ref: "https://example.com/schema" },
    });
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `l${level}`,
        { anyOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
      ]),
    );
    expect(toWireSchema({ items: { $ref: "#/$defs/l0" }, $defs: { ...$defs, l30: { type: "null" } } })).toMatchObject({
      items: { $ref: "#/$defs/l0" },
    });
  });

  test("that uses a large definition often is not made larger", () => {
    const large = { type: "string", enum: Array.from({ length: 1_000 }, (_, index) => `choice number ${index}`) };
    const names = Array.from({ length: 400 }, (_, index) => `field${index}`);
    const schema = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/$defs/large" }])),
      $defs: { large },
    };
    expect(toWireSchema(schema)).toEqual(schema);
  });
});
