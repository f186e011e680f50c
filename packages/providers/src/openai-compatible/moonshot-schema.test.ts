import type { ChatCall } from "../spec";
import { toMoonshotSchema } from "./moonshot-schema";
import { toRequest } from "./to-request";

const ofProperty = (schema: unknown) =>
  (
    toMoonshotSchema({ type: "object", properties: { a: schema }, definitions: { b: { type: "object" } } }) as {
      properties: { a: unknown };
    }
  ).properties.a;

test("a schema that is within the subset stays as it is", () => {
  const schema = {
    type: "object",
    properties: {
      query: { type: "string", description: "What to look for.", minLength: 1 },
      limit: { type: ["integer", "null"], default: 10 },
      from: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }], description: "Where." },
      node: { $ref: "#/$defs/node" },
      type: { type: "string", enum: ["a", "b"] },
    },
    required: ["query"],
    additionalProperties: false,
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
  };
  expect(toMoonshotSchema(schema)).toEqual(schema);
});

// The first of each pair is what a refusal of Moonshot's was about.
test.each<[string, unknown, unknown]>([
  [
    "a type beside several",
    { type: "string", anyOf: [{ enum: ["a"] }, { pattern: "^b" }, { description: "Any." }] },
    {
      anyOf: [
        { type: "string", enum: ["a"] },
        { type: "string", pattern: "^b" },
        { type: "string", description: "Any." },
      ],
    },
  ],
  [
    "another word for several",
    { oneOf: [{ type: "string" }, { type: "null" }] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
  ],
  [
    "a condition on an object",
    { type: "object", properties: { b: { type: "string" } }, anyOf: [{ required: ["b"] }] },
    { type: "object", properties: { b: { type: "string" } } },
  ],
  [
    "words beside a reference",
    { $ref: "#/definitions/b", description: "The b.", type: "object" },
    { $ref: "#/$defs/b" },
  ],
  ["no type, with choices", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  ["no type, with a constant", { const: 1 }, { type: "number", enum: [1] }],
  ["no type, with items", { items: {} }, { type: "array", items: { anyOf: expect.any(Array) } }],
  ["no type, with properties", { properties: {} }, { type: "object", properties: {} }],
  [
    "no type at all",
    { description: "Anything." },
    {
      description: "Anything.",
      anyOf: ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type })),
    },
  ],
])("%s is said in words that it takes", (_, schema, expected) => {
  expect(ofProperty(schema)).toEqual(expected);
});

// "references must start with #/$defs/", and "$defs not found for reference".
test.each<[string, object, object]>([
  [
    "of an older draft",
    { definitions: { b: { type: "string" } }, $schema: "x", properties: { a: { $ref: "#/definitions/b" } } },
    { type: "object", properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: { type: "string" } } },
  ],
  [
    "that is the whole schema",
    {
      $ref: "#/definitions/A",
      definitions: { A: { type: "object", properties: { next: { $ref: "#/definitions/A" } } } },
    },
    {
      type: "object",
      properties: { next: { $ref: "#/$defs/A" } },
      $defs: { A: { type: "object", properties: { next: { $ref: "#/$defs/A" } } } },
    },
  ],
  [
    "to another property",
    { properties: { a: { type: "object", properties: { x: { enum: ["y"] } } }, b: { $ref: "#/properties/a" } } },
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/a" } },
      $defs: { a: { type: "object", properties: { x: { type: "string", enum: ["y"] } } } },
    },
  ],
  [
    "to definitions within",
    {
      properties: {
        a: {
          type: "object",
          properties: { x: { $ref: "#/properties/a/$defs/i~1j" } },
          $defs: { "i/j": { type: "null" } },
        },
        b: { $ref: "#/$defs/i_j" },
      },
      $defs: { i_j: { type: "string" } },
    },
    {
      type: "object",
      properties: { a: { type: "object", properties: { x: { $ref: "#/$defs/i_j" } } }, b: { $ref: "#/$defs/i_j_1" } },
      $defs: { i_j: { type: "null" }, i_j_1: { type: "string" } },
    },
  ],
  ["to the whole schema", { properties: { a: { $ref: "#" } } }, { type: "object", properties: { a: { $ref: "#" } } }],
  [
    "that leads nowhere",
    { properties: { a: { $ref: "#/$defs/b" }, b: { $ref: "https://schemas.test/b" }, c: { $ref: "#b" } } },
    {
      type: "object",
      properties: { a: { anyOf: expect.any(Array) }, b: { anyOf: expect.any(Array) }, c: { anyOf: expect.any(Array) } },
    },
  ],
  ["that is not there: a function without parameters has an object of none", {}, { type: "object" }],
])("a reference %s", (_, schema, expected) => {
  expect(toMoonshotSchema(schema)).toEqual(expected);
});

test("many schemas for anything refer to one", () => {
  const anything = { anyOf: ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type })) };
  const named = (count: number, of: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of]));
  expect(toMoonshotSchema({ properties: named(4, {}) })).toEqual({ type: "object", properties: named(4, anything) });
  expect(
    toMoonshotSchema({
      properties: {
        ...named(4, {}),
        told: { description: "Anything." },
        list: { anyOf: [{}, { $ref: "#/$defs/any" }, {}], default: {} },
      },
      $defs: { any: { type: "null" } },
    }),
  ).toEqual({
    type: "object",
    properties: {
      ...named(4, { $ref: "#/$defs/any_" }),
      told: { description: "Anything.", anyOf: [{ $ref: "#/$defs/any_" }] },
      list: { anyOf: [{ $ref: "#/$defs/any_" }, { $ref: "#/$defs/any" }], default: {} },
    },
    $defs: { any: { type: "null" }, any_: anything },
  });
});

test("names of properties are no keywords", () => {
  const properties = { anyOf: { type: "string" }, $ref: { type: "string" }, const: { type: "string" } };
  expect(toMoonshotSchema({ properties })).toEqual({ type: "object", properties });
});

test("functions and formats of a call have it where the target's quirk says so", () => {
  const schema = { type: "object", properties: { a: { const: "b" } } };
  const call: ChatCall = {
    messages: [{ role: "user", content: "Hi" }],
    tools: [{ name: "f", parameters: schema }, { name: "g" }],
    responseFormat: { type: "json_schema", name: "n", schema },
  };
  const sent = (quirks: Record<string, unknown>): unknown => {
    const { tools, response_format: format } = JSON.parse(
      toRequest(call, { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks }, false).body ?? "",
    ) as { tools: { function: { parameters?: object } }[]; response_format: { json_schema: { schema: object } } };
    return [...tools.map(({ function: { parameters } }) => parameters), format.json_schema.schema];
  };
  const subset = { type: "object", properties: { a: { type: "string", enum: ["b"] } } };
  expect(sent({ schemas: "moonshot" })).toEqual([subset, undefined, subset]);
  expect(sent({})).toEqual([schema, undefined, schema]);
});
