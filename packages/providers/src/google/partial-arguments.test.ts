import fc from "fast-check";
import { createPartialArguments } from "./partial-arguments";
import type { WirePartialArg } from "./wire-types";

const put = (...pieces: readonly WirePartialArg[]): unknown => {
  const args = createPartialArguments();
  for (const piece of pieces) args.add(piece);
  return JSON.parse(args.json());
};

/** Every leaf of a value with its path, with strings in two pieces. */
const piecesOf = (value: unknown, path: string): WirePartialArg[] => {
  if (typeof value === "string") {
    const half = Math.floor(value.length / 2);
    return [
      { jsonPath: path, stringValue: value.slice(0, half) },
      { jsonPath: path, stringValue: value.slice(half) },
    ];
  }
  if (typeof value === "number") return [{ jsonPath: path, numberValue: value }];
  if (typeof value === "boolean") return [{ jsonPath: path, boolValue: value }];
  if (value === null) return [{ jsonPath: path, nullValue: "NULL_VALUE" }];
  if (Array.isArray(value))
    return value.length === 0
      ? [{ jsonPath: `${path}[]` }]
      : value.flatMap((item, index) => piecesOf(item, `${path}[${index}]`));
  const entries = Object.entries(value as object);
  return entries.length === 0
    ? [{ jsonPath: path }]
    : entries.flatMap(([name, inner]) =>
        piecesOf(inner, `${path}${/^\w+$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`}`),
      );
};

describe("arguments that arrive in pieces", () => {
  test("form the intended object", () => {
    const value = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.string({ unit: "binary" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
        fc.boolean(),
        fc.constant(null),
      ),
      node: fc.oneof(
        { depthSize: "small" },
        tie("leaf"),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.string({ minLength: 1 }), tie("node"), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), value, { minKeys: 1, maxKeys: 4 }), (object) => {
        expect(put(...piecesOf(object, "$"))).toEqual(JSON.parse(JSON.stringify(object)));
      }),
      { numRuns: 60 },
    );
  });

  test("are kept if a piece only says that they are complete", () => {
    expect(
      put({ jsonPath: "$.city", stringValue: "Lim" }, { jsonPath: "$.city", stringValue: "a" }, { jsonPath: "$.city" }),
    ).toEqual({ city: "Lima" });
    expect(
      put(
        { jsonPath: "$.at[0]", numberValue: 1 },
        { jsonPath: "$.at[]" },
        { jsonPath: "$.in.zone", boolValue: false },
        { jsonPath: "$.in" },
      ),
    ).toEqual({ at: [1], in: { zone: false } });
  });

  test("may have any names", () => {
    expect(put({ jsonPath: "$.__proto__.x", numberValue: 1 }, { jsonPath: '$["a.b"]', boolValue: true })).toEqual(
      JSON.parse('{"__proto__":{"x":1},"a.b":true}'),
    );
  });

  test.each(["", "a", "$", "$.", "$.a[x]", "$.a[99999999]", "$..a"])(
    "with an invalid path, %j, change nothing",
    (jsonPath) => {
      expect(put({ jsonPath, numberValue: 1 }, { numberValue: 2 })).toEqual({});
    },
  );

  test("can't make an array longer than what was sent", () => {
    expect(put({ jsonPath: "$.a[0]", numberValue: 1 }, { jsonPath: "$.a.length", numberValue: 4_294_967_295 })).toEqual(
      { a: [1] },
    );
    const far = Array.from({ length: 1_000 }, (_, index) => ({ jsonPath: `$.a${index}[10000]`, boolValue: true }));
    expect(JSON.stringify(put({ jsonPath: "$.b[9]", boolValue: true }, ...far)).length).toBeLessThan(100_000);
    expect(put({ jsonPath: `$${".a".repeat(100_000)}`, numberValue: 1 }, { jsonPath: "$.b", numberValue: 2 })).toEqual({
      b: 2,
    });
  });
});
