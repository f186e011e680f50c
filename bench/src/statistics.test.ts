import { median, medianDifference, medianRatio, quantile } from "./statistics";

test("the median is the middle value, or halfway between the middle two", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test("a quantile is interpolated between its neighbours", () => {
  expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9);
  expect(quantile([7], 0.99)).toBe(7);
});

test("ratios and differences are computed per round", () => {
  expect(medianRatio([2, 30, 2], [1, 10, 1])).toBe(2);
  expect(medianDifference([5, 105, 6], [1, 100, 3])).toBe(4);
});
