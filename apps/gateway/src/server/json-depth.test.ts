import fc from "fast-check";
import { isNestedDeeper } from "./json-depth";

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const tricky = fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", "é", "a") });
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: "small", withCrossShrink: true },
    tricky, fc.integer(), fc.constant(null), fc.array(tie("tree"), { maxLength: 3 }), fc.dictionary(tricky, tie("tree"), { maxKeys: 3 })),
}));

describe("isNestedDeeper", () => {
  it("counts the levels of any JSON, whatever its strings hold", () => {
    fc.assert(fc.property(tree, (value) => {
      const json = JSON.stringify(value);
      const depth = depthOf(value);
      expect(isNestedDeeper(json, depth)).toBe(false);
      if (depth > 0) expect(isNestedDeeper(json, depth - 1)).toBe(true);
    }), { numRuns: 500 });
  });

  it("comes to an end on any text", () => {
    fc.assert(fc.property(fc.oneof(tricky, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
      expect(typeof isNestedDeeper(text, 3)).toBe("boolean");
    }));
  });
});
