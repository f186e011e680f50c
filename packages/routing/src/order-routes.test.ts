import fc from "fast-check";
import { orderRoutes } from "./order-routes";
import { seededRandom } from "@cenote/testkit";
import { testCandidate, testModel } from "./testing/candidate";

const names = (candidates: readonly { readonly provider: string }[]) => candidates.map(({ provider }) => provider);
const unmeasured = { latencyMs: () => undefined, rankOf: () => 0 };
const never = () => {
  throw new Error("nothing is drawn here");
};

describe("the order of routes", () => {
  test("without weights is the catalog's, and nothing is random", () => {
    const candidates = ["a", "b", "c"].map((name) => testCandidate(name));
    expect(names(orderRoutes(candidates, { random: never, ...unmeasured }))).toEqual(["a", "b", "c"]);
  });

  test("ignores a single weight", () => {
    const candidates = [testCandidate("a", { weight: 5 }), testCandidate("b"), testCandidate("c", { weight: 1 })];
    expect(names(orderRoutes(candidates, { random: never, ...unmeasured }))).toEqual(["a", "b", "c"]);
  });

  test("shuffles adjacent weighted routes; those before and after keep their places", () => {
    const candidates = [
      testCandidate("first"),
      testCandidate("a", { weight: 1 }),
      testCandidate("b", { weight: 3 }),
      testCandidate("last"),
    ];
    expect(names(orderRoutes(candidates, { random: () => 0.24, ...unmeasured }))).toEqual(["first", "a", "b", "last"]);
    expect(names(orderRoutes(candidates, { random: () => 0.25, ...unmeasured }))).toEqual(["first", "b", "a", "last"]);
  });

  test("draws the places after the first by weight, too", () => {
    const candidates = [1, 2, 4].map((weight) => testCandidate(`of ${weight}`, { weight }));
    const drawn = (...draws: number[]) =>
      names(orderRoutes(candidates, { random: () => draws.shift() ?? 0, ...unmeasured }));
    // Of 7, then of what is left.
    expect(drawn(0, 0.3)).toEqual(["of 1", "of 2", "of 4"]);
    expect(drawn(0, 0.4)).toEqual(["of 1", "of 4", "of 2"]);
    expect(drawn(0.9, 0.3)).toEqual(["of 4", "of 1", "of 2"]);
    expect(drawn(0.9, 0.4)).toEqual(["of 4", "of 2", "of 1"]);
  });

  test("puts a route that drops fields of a call after one that does not, whatever their weights", () => {
    const candidates = [
      testCandidate("whole", { weight: 1 }),
      testCandidate("partial", { weight: 1_000 }),
      testCandidate("too", { weight: 3_000 }),
    ];
    const ranked = {
      ...unmeasured,
      rankOf: ({ provider }: { readonly provider: string }) => (provider === "whole" ? 0 : 1),
    };
    expect(names(orderRoutes(candidates, { random: () => 0.99, ...ranked }))).toEqual(["whole", "too", "partial"]);
    expect(names(orderRoutes(candidates, { random: () => 0.2, ...ranked }))).toEqual(["whole", "partial", "too"]);
  });

  test("keeps the routes of a fallback model separate from those of the first", () => {
    const candidates = [
      testCandidate("a", { weight: 1 }),
      testCandidate("b", { weight: 1_000, model: testModel("test/other") }),
    ];
    expect(names(orderRoutes(candidates, { random: () => 0.99, ...unmeasured }))).toEqual(["a", "b"]);
  });

  test("distributes the first tries according to any weights", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 }), (weights) => {
        fc.pre(new Set(weights).size > 1);
        const candidates = weights.map((weight, index) => testCandidate(`p${index}`, { weight }));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const firsts = new Map<string, number>();
        const draws = total * 4;
        // One draw from each equal slice of the range, so that the shares come out exact.
        for (let draw = 0; draw < draws; draw++) {
          const [first] = orderRoutes(candidates, { random: () => (draw + 0.5) / draws, ...unmeasured });
          firsts.set(first?.provider ?? "", (firsts.get(first?.provider ?? "") ?? 0) + 1);
        }
        expect(weights.map((_weight, index) => firsts.get(`p${index}`))).toEqual(weights.map((weight) => weight * 4));
      }),
      { numRuns: 50 },
    );
  });

  test("contains every route exactly once", () => {
    const place = fc.record({
      weight: fc.option(fc.double({ min: 0.001, max: 1_000, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 8 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999_999_999, noNaN: true })),
        (places, draws) => {
          const candidates = places.map(({ weight }, index) =>
            testCandidate(`p${index}`, weight === undefined ? {} : { weight }),
          );
          const ordered = orderRoutes(candidates, { random: () => draws.next().value, ...unmeasured });
          expect(names(ordered).sort()).toEqual(names(candidates).sort());
          candidates.forEach((candidate, index) => {
            if (candidate.weight === undefined) expect(ordered[index]).toBe(candidate);
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("equal weights", () => {
  const candidates = ["slow", "fast", "middling"].map((name) => testCandidate(name, { weight: 1 }));
  const latencies: Record<string, number> = { slow: 900, fast: 100, middling: 400 };
  const latencyMs = ({ provider }: { readonly provider: string }) => latencies[provider];

  test("put the recently faster route first", () => {
    expect(names(orderRoutes(candidates, { random: () => 0.5, ...unmeasured, latencyMs }))).toEqual([
      "fast",
      "middling",
      "slow",
    ]);
  });

  test("first measure a route without measurements", () => {
    const measured = ({ provider }: { readonly provider: string }) =>
      provider === "slow" ? undefined : latencies[provider];
    expect(names(orderRoutes(candidates, { random: () => 0.5, ...unmeasured, latencyMs: measured }))[0]).toBe("slow");
  });

  test("still start with each route now and then, so that a recovered one is noticed", () => {
    const firsts = new Map<string, number>();
    const random = seededRandom(7);
    for (let call = 0; call < 3_000; call++) {
      const [first] = names(orderRoutes(candidates, { random, ...unmeasured, latencyMs }));
      firsts.set(first ?? "", (firsts.get(first ?? "") ?? 0) + 1);
    }
    expect(firsts.get("fast")).toBeGreaterThan(2_500);
    expect(firsts.get("slow")).toBeGreaterThan(50);
    expect(firsts.get("middling")).toBeGreaterThan(50);
  });
});
