import { CALLBACK_PAUSES_MS } from "./pauses";

test("a callback that fails is sent again after five seconds, then after longer and longer pauses, for three days", () => {
  expect(CALLBACK_PAUSES_MS[0]).toBe(5_000);
  expect(CALLBACK_PAUSES_MS.toSorted((a, b) => a - b)).toEqual(CALLBACK_PAUSES_MS);
  const days = CALLBACK_PAUSES_MS.reduce((sum, pauseMs) => sum + pauseMs, 0) / 86_400_000;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3);
});
