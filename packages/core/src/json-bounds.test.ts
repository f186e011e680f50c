import fc from "fast-check";
import { createJsonCounter, passedBound } from "./json-bounds";

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const isNestedDeeper = (json: string, depth: number): boolean =>
  passedBound(json, { depth, parts: Infinity, commas: Infinity }) === "depth";

/** Arrays, objects and names. */
const partsOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + partsOf(item), 1 + names);
};

/** Between the values of arrays and objects. */
const commasOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce((sum: number, item) => sum + commasOf(item), Math.max(0, inner.length - 1));
};

const tricky = fc.string({
  unit: fc.constantFrom('"', "\\", ",", "[", "]", "{", "}", "é", "a"),
  maxLength: 60,
  size: "max",
});
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tricky,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(tricky, tie("tree"), { maxKeys: 3 }),
  ),
}));

describe("the bounds of a JSON text", () => {
  it("count the levels of any JSON, whatever its strings hold", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const json = JSON.stringify(value);
        const depth = depthOf(value);
        expect(isNestedDeeper(json, depth)).toBe(false);
        if (depth > 0) expect(isNestedDeeper(json, depth - 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("count the arrays, objects and names of any JSON", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const json = JSON.stringify(value);
        const parts = partsOf(value);
        expect(passedBound(json, { depth: Infinity, parts, commas: Infinity })).toBeUndefined();
        if (parts > 0) expect(passedBound(json, { depth: Infinity, parts: parts - 1, commas: Infinity })).toBe("parts");
      }),
      { numRuns: 500 },
    );
  });

  it("count the commas of any JSON, but not those in its strings", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const json = JSON.stringify(value);
        const commas = commasOf(value);
        expect(passedBound(json, { depth: Infinity, parts: Infinity, commas })).toBeUndefined();
        if (commas > 0) {
          expect(passedBound(json, { depth: Infinity, parts: Infinity, commas: commas - 1 })).toBe("commas");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("terminate on any text", () => {
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: "binary", maxLength: 200, size: "max" })), (text) => {
        expect(typeof isNestedDeeper(text, 3)).toBe("boolean");
      }),
    );
  });
});

test("several texts have their bounds together, without those that exceeded one, and the depth each for itself", () => {
  const count = createJsonCounter({ depth: 2, parts: 5, commas: 3 });
  expect(count('{"a":[]}')).toBeUndefined();
  expect(count("[[[]]]")).toBe("depth");
  expect(count('{"a":1,"b":2}')).toBe("parts");
  expect(count("[1,2,3,4]")).toBeUndefined();
  expect(count("[1,2]")).toBe("commas");
  expect(count("[1]")).toBeUndefined();
  expect(count("[1]")).toBe("parts");
});
