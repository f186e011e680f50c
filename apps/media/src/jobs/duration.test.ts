import fc from "fast-check";
import { chooseDuration } from "./duration";

const kling = { defaultDurationS: 5, maxDurationS: 10, durationsS: [5, 10] };

test.each([
  [undefined, 5], [1, 5], [4, 5], [5, 5], [7, 5], [9, 5], [10, 10],
  [0, undefined], [11, undefined], [-1, undefined], [5.5, undefined],
])("of 5 and 10 seconds, asked for %p gives %p", (asked, made) => {
  expect(chooseDuration(kling, asked)).toBe(made);
});

test("a model that makes every length makes the one that is asked for", () => {
  expect(chooseDuration({ ...kling, durationsS: [] }, 7)).toBe(7);
});

test("what is made is offered, and never longer than asked for but where nothing as short is", () => {
  const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(lengths, fc.integer({ min: 1, max: 30 }), (durationsS, asked) => {
    const [shortest = 0] = durationsS;
    const maxDurationS = durationsS.at(-1) ?? 0;
    const made = chooseDuration({ defaultDurationS: shortest, maxDurationS, durationsS }, asked);
    if (asked > maxDurationS) expect(made).toBeUndefined();
    else {
      expect(durationsS).toContain(made);
      expect(made ?? 0).toBeLessThanOrEqual(Math.max(asked, shortest));
      expect(durationsS.filter((offered) => offered <= asked && offered > (made ?? 0))).toEqual([]);
    }
  }));
});
