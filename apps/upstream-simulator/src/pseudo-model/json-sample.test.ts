import fc from "fast-check";
import { sampleJson, type JsonSchema } from "./json-sample";

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

describe("a JSON sample", () => {
  it("fills every property with a value of its type", () => {
    const value = sampleJson(
      object({
        name: { type: "string" },
        age: { type: "integer" },
        ratio: { type: "number" },
        ok: { type: "boolean" },
        nothing: { type: "null" },
        tags: { type: "array", items: { type: "string" }, minItems: 2 },
        inner: object({ deep: { type: "string" } }),
      }),
      "seed",
    );
    expect(value).toEqual({
      name: expect.any(String),
      age: expect.any(Number),
      ratio: expect.any(Number),
      ok: expect.any(Boolean),
      nothing: null,
      tags: [expect.any(String), expect.any(String)],
      inner: { deep: expect.any(String) },
    });
  });

  it.each([
    [{ maxItems: -1 }, 0],
    [{ minItems: 1.5 }, 1],
    [{ minItems: 3, maxItems: 2.5 }, 2],
  ])("has a list of any bounds, %p", (bounds, length) => {
    expect(sampleJson({ type: "array", items: { type: "string" }, ...bounds }, "seed")).toHaveLength(length);
  });

  it("is the same for the same seed", () => {
    const schema = object({ name: { type: "string" }, age: { type: "integer" } });
    expect(sampleJson(schema, "a")).toEqual(sampleJson(schema, "a"));
    expect(sampleJson(schema, "a")).not.toEqual(sampleJson(schema, "b"));
  });

  it("picks an enum's value, and keeps a const", () => {
    const value = sampleJson(object({ unit: { enum: ["C", "F"] }, kind: { const: "weather" } }), "seed") as {
      unit: string;
      kind: string;
    };
    expect(["C", "F"]).toContain(value.unit);
    expect(value.kind).toBe("weather");
  });

  it("follows $ref and allOf, and picks an alternative of anyOf", () => {
    const schema = {
      ...object({ city: { $ref: "#/$defs/city" }, when: { anyOf: [{ type: "integer" }, { type: "null" }] } }),
      $defs: {
        city: {
          allOf: [
            object({ name: { type: "string" } }),
            object({ zip: { type: "string", minLength: 5, maxLength: 5 } }),
          ],
        },
      },
    };
    const value = sampleJson(schema, "seed") as { city: { name: string; zip: string }; when: number };
    expect(value.city.name).not.toBe("");
    expect(value.city.zip).toHaveLength(5);
    expect(Number.isInteger(value.when)).toBe(true);
  });

  it("terminates on a recursive schema", () => {
    const node = object({
      value: { type: "integer" },
      next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
      children: { type: "array", items: { $ref: "#/$defs/node" } },
    });
    const text = JSON.stringify(sampleJson({ $ref: "#/$defs/node", $defs: { node } }, "seed"));
    expect(text.length).toBeLessThan(100_000);
  });

  describe("of a short schema for a value without end", () => {
    const levels = Array.from({ length: 12 }, (_level, index) => index);
    const names = Array.from({ length: 40 }, (_name, index) => `x${index}`);
    const eachLevel = (schemaOf: (next: JsonSchema) => JsonSchema): JsonSchema => ({
      ...schemaOf({ $ref: "#/$defs/0" }),
      $defs: Object.fromEntries(
        levels.map((level) => [level, level < 11 ? schemaOf({ $ref: `#/$defs/${level + 1}` }) : { type: "string" }]),
      ),
    });

    // Without a bound these exhaust the memory and end the process.
    it.each<[string, JsonSchema]>([
      [
        "objects that name the next one often",
        eachLevel((next) => object(Object.fromEntries(names.map((name) => [name, next])))),
      ],
      ["lists in lists", eachLevel((next) => ({ type: "array", items: next, minItems: 100 }))],
      [
        "parts that are the same parts",
        { $defs: { a: { allOf: names.map(() => ({ $ref: "#/$defs/a" })) } }, $ref: "#/$defs/a" },
      ],
      ["a part that is itself", { $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" }],
      ["a long string", { type: "string", minLength: 500_000_000 }],
    ])("only the beginning is made: %s", (_what, schema) => {
      expect(JSON.stringify(sampleJson(schema, "seed")).length).toBeLessThan(1_000_000);
    });
  });

  it("keeps numbers inside their bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.nat(50), fc.string(), (minimum, width, seed) => {
        const value = sampleJson({ type: "integer", minimum, maximum: minimum + width }, seed) as number;
        return Number.isInteger(value) && value >= minimum && value <= minimum + width;
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 10 }), fc.string(), (above, seed) => {
        const value = sampleJson({ type: "integer", exclusiveMinimum: above, multipleOf: 3 }, seed) as number;
        return value > above && value % 3 === 0;
      }),
    );
    expect(sampleJson({ type: "number", minimum: 0.1, maximum: 0.2 }, "x")).toBeCloseTo(0.15);
    expect(sampleJson({ type: "number", maximum: -5 }, "x")).toBeLessThanOrEqual(-5);
  });

  it("generates strings of a known format", () => {
    const value = sampleJson(
      object({ at: { type: "string", format: "date-time" }, id: { type: "string", format: "uuid" } }),
      "x",
    ) as { at: string; id: string };
    expect(new Date(value.at).toISOString()).toBe("2026-01-15T10:30:00.000Z");
    expect(value.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
