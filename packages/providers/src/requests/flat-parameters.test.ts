import { Ajv2020 } from "ajv/dist/2020";
import fc from "fast-check";
import { createFlatParameters, REFUSED_BY_ANTHROPIC, REFUSED_BY_OPENAI } from "./flat-parameters";

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const flatParameters = createFlatParameters(REFUSED_BY_OPENAI);
const object = (properties: object, over: object = {}) => ({ type: "object", properties, ...over });

test("parameters that are one schema for objects stay the same object", () => {
  const parameters = object({ a: { anyOf: [TEXT, NUMBER] } }, { required: ["a"], additionalProperties: false });
  expect(flatParameters(parameters)).toBe(parameters);
  expect(flatParameters({ properties: { a: TEXT } })).toEqual(object({ a: TEXT }));
  expect(flatParameters({ type: ["object", "null"] })).toEqual({ type: "object" });
});

test.each<[string, object, object]>([
  [
    "one of several calls, told apart by a word",
    {
      oneOf: [
        object({ do: { const: "get" }, id: TEXT }, { required: ["do", "id"], additionalProperties: false }),
        object({ do: { const: "list" }, first: NUMBER }, { required: ["do"], additionalProperties: false }),
      ],
    },
    object(
      { do: { anyOf: [{ const: "get" }, { const: "list" }] }, id: TEXT, first: NUMBER },
      { required: ["do"], additionalProperties: false },
    ),
  ],
  [
    "one property or another",
    object({ a: TEXT, b: TEXT }, { required: ["c"], anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
    object({ a: TEXT, b: TEXT }, { required: ["c"] }),
  ],
  [
    "parts that all hold",
    {
      description: "d",
      allOf: [object({ a: TEXT }, { required: ["a"] }), object({ b: TEXT, a: TEXT }, { required: ["b"] })],
    },
    object({ a: TEXT, b: TEXT }, { description: "d", required: ["a", "b"] }),
  ],
  [
    "an own property before a branch's, and its own words in any case",
    object({ a: TEXT, b: { description: "The b." } }, { anyOf: [object({ a: { const: "x" }, b: NUMBER })] }),
    object({ a: TEXT, b: { type: "number", description: "The b." } }),
  ],
  [
    "what one branch leaves open, held to what always holds",
    { anyOf: [object({ a: TEXT }), object({})], oneOf: [object({ a: NUMBER })] },
    object({ a: NUMBER }),
  ],
  [
    "what branches of two kinds leave open, as either says",
    { anyOf: [object({ a: TEXT }), object({})], oneOf: [object({ a: NUMBER }), object({ b: TEXT })] },
    object({ a: { anyOf: [TEXT, NUMBER] }, b: TEXT }),
  ],
  [
    "a reference",
    { $ref: "#/definitions/a~1b", definitions: { "a/b": object({ a: TEXT }, { required: ["a"] }) } },
    object({ a: TEXT }, { required: ["a"], definitions: { "a/b": object({ a: TEXT }, { required: ["a"] }) } }),
  ],
  [
    "a reference beside what it says itself, to a name that is written otherwise in an address",
    { type: "object", $ref: "#/$defs/A%3CB%3E", $defs: { "A<B>": object({ a: TEXT }, { description: "d" }) } },
    object({ a: TEXT }, { description: "d", $defs: { "A<B>": object({ a: TEXT }, { description: "d" }) } }),
  ],
  [
    "references in branches, and what they refer to stays",
    {
      anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }, { $ref: "#/$defs/a" }],
      $defs: { a: object({ x: { $ref: "#/$defs/b" } }), b: object({ y: TEXT }) },
    },
    object({ x: { $ref: "#/$defs/b" }, y: TEXT }, { $defs: { a: expect.anything(), b: expect.anything() } }),
  ],
  [
    "a reference into a branch, which leads there still",
    {
      anyOf: [object({ a: object({ b: TEXT }) }), object({ c: { $ref: "#/anyOf/0/properties/a" } })],
    },
    object(
      { a: object({ b: TEXT }), c: { $ref: "#/$defs/anyOf_0/properties/a" } },
      {
        $defs: {
          anyOf_0: object({ a: object({ b: TEXT }) }),
          anyOf_1: object({ c: { $ref: "#/$defs/anyOf_0/properties/a" } }),
        },
      },
    ),
  ],
  [
    "what holds for no object, for anything, for nothing that is here, and what recurs",
    object(
      { a: TEXT },
      { anyOf: [{ type: "null" }, false, true, { $ref: "https://schemas.test/a" }, { $ref: "#" }], allOf: [TEXT] },
    ),
    object({ a: TEXT }),
  ],
  [
    "values as a whole",
    object({ a: TEXT }, { enum: [{ a: "x" }], const: { a: "x" }, not: { required: ["b"] } }),
    object({ a: TEXT }),
  ],
])("of %s", (_, parameters, expected) => {
  const before = JSON.stringify(parameters);
  expect(flatParameters(parameters)).toEqual(expected);
  expect(JSON.stringify(parameters)).toBe(before);
});

test("what is refused by one provider alone stays for the other", () => {
  const parameters = object({ a: TEXT, b: TEXT }, { not: { required: ["a", "b"] } });
  expect(createFlatParameters(REFUSED_BY_ANTHROPIC)(parameters)).toBe(parameters);
  expect(flatParameters(parameters)).toEqual(object({ a: TEXT, b: TEXT }));
});

test("a reference into a branch that is dissolved leads to its copy", () => {
  const part = object({ a: TEXT, b: { $ref: "#/allOf/0/properties/a" } });
  expect(flatParameters({ allOf: [part] })).toMatchObject({
    properties: { b: { $ref: "#/$defs/allOf_0/properties/a" } },
    $defs: { allOf_0: { properties: { a: TEXT } } },
  });
});

test("the same parameters are merged once, for every route and try of a call", () => {
  const parameters = { anyOf: [object({ a: TEXT }), object({ b: TEXT })] };
  expect(flatParameters(parameters)).toBe(flatParameters(parameters));
});

test("branches that would make far more than was sent are left out", () => {
  const levels = Array.from({ length: 20 }, (_unused, level) => [
    `d${level}`,
    {
      anyOf: Array.from({ length: 60 }, (_other, one) =>
        object({ [`p${level}-${one}`]: TEXT }, { allOf: [{ $ref: `#/$defs/d${level + 1}` }] }),
      ),
    },
  ]);
  const $defs = Object.fromEntries(levels) as object;
  expect(flatParameters({ properties: { a: TEXT }, anyOf: [{ $ref: "#/$defs/d0" }], $defs })).toEqual(
    object({ a: TEXT }, { $defs }),
  );
});

test("a definition is read once, in however many ways it is referred to", () => {
  let written = 0;
  const large = {
    ...TEXT,
    toJSON() {
      written += 1;
      return TEXT;
    },
  };
  const names = ["aaa", "%61aa", "a%61a", "aa%61", "%61%61a", "%61a%61", "a%61%61", "%61%61%61"];
  const allOf = names.map((name) => ({ $ref: `#/$defs/${name}` }));
  const parameters = { allOf, $defs: { aaa: object({ a: large }, { required: ["a"] }) } };
  expect(flatParameters(parameters)).toMatchObject({ properties: { a: TEXT }, required: ["a"] });
  // To be compared, and to see whether anything refers to the branches.
  expect(written).toBe(1 + 2);
});

test("branches beside thousands of properties are left out", () => {
  const own = (count: number) =>
    object(Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`p${index}`, TEXT])));
  const branches = { anyOf: [object({ a: TEXT })], allOf: Array.from({ length: 100 }, () => true) };
  expect(flatParameters({ ...own(1_800), ...branches })["properties"]).toHaveProperty("a");
  expect(flatParameters({ ...own(2_001), ...branches })).toEqual(own(2_001));
});

describe("of any parameters with branches", () => {
  const NAMES = ["a", "b", "c"];
  const VALUES = [undefined, 1, "x", true];
  /** Every object of these names and values. */
  const objects = NAMES.reduce<Record<string, unknown>[]>(
    (all, name) => all.flatMap((one) => VALUES.map((value) => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  );
  const property = fc.constantFrom(
    TEXT,
    NUMBER,
    { const: "x" },
    { enum: [1, true] },
    { anyOf: [TEXT, NUMBER] },
    { type: "boolean", description: "Yes or no." },
  );
  const own = fc.record(
    {
      type: fc.constantFrom<unknown>("object", ["object", "null"]),
      properties: fc.dictionary(fc.constantFrom(...NAMES), property, { minKeys: 1, maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 1 }),
      additionalProperties: fc.constant(false),
    },
    { requiredKeys: [] },
  );
  const branches = (branch: fc.Arbitrary<object>) => {
    const some = fc.array(branch, { minLength: 1, maxLength: 3 });
    return fc
      .tuple(own, fc.record({ anyOf: some, oneOf: some, allOf: some }, { requiredKeys: [] }))
      .map(([mine, parts]) => ({ ...mine, ...parts }));
  };
  const branch = fc.oneof({ weight: 4, arbitrary: own }, fc.constantFrom({ $ref: "#/$defs/d" }, TEXT), branches(own));
  const parameters = fc.tuple(branches(branch), own).map(([top, d]) => ({ ...top, $defs: { d } }));

  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const validators = new Map<string, (value: unknown) => boolean>();
  const isValid = (schema: unknown, value: unknown): boolean => {
    const key = JSON.stringify(schema);
    const validate = validators.get(key) ?? ajv.compile(schema as object);
    validators.set(key, validate);
    return validate(value);
  };

  interface Schema {
    readonly type?: unknown;
    readonly properties?: Record<string, object>;
    readonly required?: string[];
    readonly additionalProperties?: false;
    readonly $ref?: string;
    readonly $defs?: { d: Schema };
    readonly anyOf?: Schema[];
    readonly oneOf?: Schema[];
    readonly allOf?: Schema[];
  }

  /**
   * The names that the branches in force say something of: ajv 8's `unevaluatedProperties` counts those of a branch that
   * failed, too.
   *
   * @returns Undefined for an object that is not valid.
   */
  const namedBy = (schema: Schema, value: Record<string, unknown>, root: Schema): Set<string> | undefined => {
    const { $ref, anyOf, oneOf, allOf, $defs: _, ...plain } = schema;
    if (!isValid(plain, value)) return undefined;
    const named = (parts: Schema[] = []) => parts.map((part) => namedBy(part, value, root));
    const of = {
      any: named(anyOf),
      one: named(oneOf),
      all: named(allOf),
      ref: named($ref && root.$defs ? [root.$defs.d] : []),
    };
    const holds = (sets: (Set<string> | undefined)[]) => sets.filter((set) => set !== undefined);
    if (anyOf !== undefined && holds(of.any).length === 0) return undefined;
    if (oneOf !== undefined && holds(of.one).length !== 1) return undefined;
    if ([...of.all, ...of.ref].includes(undefined)) return undefined;
    return new Set(
      [Object.keys(plain.properties ?? {}), ...Object.values(of).flatMap(holds)].flatMap((names) => [...names]),
    );
  };

  test("what was valid is valid, and nothing stands at the top that is refused there", () => {
    fc.assert(
      fc.property(parameters, (original) => {
        const flat = flatParameters(original);
        expect(Object.keys(flat)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:\$ref|anyOf|oneOf|allOf|enum|const|not)$/)]),
        );
        expect(flat["type"]).toBe("object");
        // A name that the branches in force leave open may be held to what another says of it.
        const before = objects.filter((value) => {
          const named = namedBy(original, value, original);
          return named !== undefined && Object.keys(value).every((name) => named.has(name));
        });
        expect(before.filter((value) => !isValid(flat, value))).toEqual([]);
      }),
    );
  });
});
