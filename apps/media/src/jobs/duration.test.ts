import fc from "fast-check";
import { chooseDuration } from "./duration";

const kling = { defaultDurationS: 5, maxDurationS: 10, durationsS: [5, 10] };

test.each([
  [undefined, 5],
  [1, 5],
  [4, 5],
  [5, 5],
  [7, 5],
  [9, 5],
  [10, 10],
  [0, undefined],
  [11, undefined],
  [-1, undefined],
  [5.5, undefined],
])("if 5 and 10 seconds are supported, a request for %p gets %p", (asked, made) => {
  expect(chooseDuration(kling, asked)).toBe(made);
});

test("a model that supports every length generates the one requested", () => {
  expect(chooseDuration({ ...kling, durationsS: [] }, 7)).toBe(7);
});

test("the length is a supported one, and no longer than requested unless none is that short", () => {
  const lengths = fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 30 }), (durationsS, asked) => {
      const [shortest = 0] = durationsS;
      const maxDurationS = durationsS.at(-1) ?? 0;
      const made = chooseDuration({ defaultDurationS: shortest, maxDurationS, durationsS }, asked);
      if (asked > maxDurationS) expect(made).toBeUndefined();
      else {
        expect(durationsS).toContain(made);
        expect(made ?? 0).toBeLessThanOrEqual(Math.max(asked, shortest));
        expect(durationsS.filter((offered) => offered <= asked && offered > (made ?? 0))).toEqual([]);
      }
    }),
  );
});
