import { createWireSchemas } from "./schema";

const toWireSchema = (schema: object) => createWireSchemas([schema])(schema);

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

  test("has a reference into a branch replaced by that branch", () => {
    const branched = { anyOf: [point, { type: "null" }] };
    expect(toWireSchema({ properties: { from: branched, to: { $ref: "#/properties/from/anyOf/0" } } })).toEqual({
      properties: { from: branched, to: point },
    });
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

  test("that uses a definition in several places has it in each, while that makes little more of it", () => {
    const using = (places: number) => {
      const names = Array.from({ length: places }, (_, index) => `p${index}`);
      const schema = (of: object) => ({
        type: "object",
        properties: Object.fromEntries(names.map((name) => [name, of])),
        required: names,
      });
      const place = { ...point, description: "A place on the map, as the user sees it." };
      return { sent: { ...schema({ $ref: "#/$defs/place" }), $defs: { place } }, inPlace: schema(place) };
    };
    const [few, many] = [using(2), using(20)];
    expect(toWireSchema(few.sent)).toEqual(few.inPlace);
    expect(toWireSchema(many.sent)).toEqual(many.sent);
  });

  test("shares what it may grow by with the other schemas of its call", () => {
    const text = { type: "string", description: "the quick brown fox ".repeat(10) };
    const using = (places: number, over: object = {}) => ({
      properties: Object.fromEntries(
        Array.from({ length: places }, (_, index) => [`p${index}`, { $ref: "#/$defs/a" }]),
      ),
      $defs: { a: text },
      ...over,
    });
    const large = {
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`q${index}`, { type: "null" }])),
    };
    const [one, other] = [using(4), using(4)];
    const toWire = createWireSchemas([one, large, other]);
    expect(toWire(one)).not.toHaveProperty("$defs");
    expect(toWire(large)).toEqual(large);
    expect(toWire(other)).toEqual(other);
  });

  test("has each definition once where each is used once, however long it is", () => {
    const text = { type: "string", description: "x".repeat(100_000) };
    const $defs = { a: { items: { $ref: "#/$defs/b" } }, b: text };
    expect(toWireSchema({ items: { $ref: "#/$defs/a" }, $defs })).toEqual({ items: { items: text } });
  });
});
