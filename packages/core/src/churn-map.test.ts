import fc from "fast-check";
import { ChurnMap } from "./churn-map";

describe("a map with high turnover", () => {
  test("behaves like a Map, in order, however often it is rebuilt", () => {
    const step = fc.record({ key: fc.integer({ min: 0, max: 40 }), isDeletion: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 3_000, maxLength: 4_000 }), (steps) => {
        const [map, model] = [new ChurnMap<number, number>(), new Map<number, number>()];
        for (const [value, { key, isDeletion }] of steps.entries()) {
          if (isDeletion) expect(map.delete(key)).toBe(model.delete(key));
          else model.set(key, map.set(key, value).get(key)!);
          if (map.size !== model.size || map.has(key) !== model.has(key))
            throw new Error(`differs after step ${value}`);
        }
        expect([...map]).toEqual([...model]);
        expect([...map.keys()]).toEqual([...model.keys()]);
        expect([...map.values()]).toEqual([...model.values()]);
        const seen: [number, number][] = [];
        map.forEach((value, key) => {
          seen.push([key, value]);
        });
        expect(seen).toEqual([...map.entries()]);
      }),
      { numRuns: 20 },
    );
  });

  test("iteration skips entries deleted meanwhile", () => {
    const map = new ChurnMap<number, string>();
    for (let key = 0; key < 2_000; key++) map.set(key, "").delete(key);
    for (let key = 0; key < 4; key++) map.set(key, String(key));
    const seen: number[] = [];
    for (const key of map.keys()) {
      seen.push(key);
      map.delete(key + 1);
    }
    expect(seen).toEqual([0, 2]);
  });

  test("starts with the given entries, and is empty after clear", () => {
    const map = new ChurnMap([
      ["a", 1],
      ["b", 2],
    ] as const);
    expect([...map]).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    map.clear();
    expect([map.size, map.get("a")]).toEqual([0, undefined]);
  });
});
