import { createBoundedMap } from "./bounded-map";

describe("a bounded map", () => {
  test("evicts the oldest entry only, however often it has wrapped around", () => {
    const map = createBoundedMap<number>(3);
    for (let set = 1; set <= 10; set++) {
      map.set(String(set), set);
      const kept = Array.from({ length: set }, (_, index) => index + 1).filter(
        (value) => map.get(String(value)) === value,
      );
      expect(kept).toEqual([set - 2, set - 1, set].filter((value) => value > 0));
    }
  });

  test("setting an existing key replaces the value without using space or refreshing its age", () => {
    const map = createBoundedMap<string>(2);
    map.set("a", "first");
    map.set("b", "first");
    map.set("a", "second");
    expect([map.get("a"), map.get("b")]).toEqual(["second", "first"]);
    map.set("c", "first");
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, "first", "first"]);
  });
});
