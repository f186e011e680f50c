import { createManualClock } from "@cenote/testkit";
import { createLongAnswers } from "./long-answers";

const limits = { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 };
const route = { route: "one/m", limits };
const ANY = { tookLong: false };
const other = { route: "two/m", limits };

const setUp = () => {
  const clock = createManualClock();
  return { clock, long: createLongAnswers(clock) };
};

test("nothing is expected to take long at first", () => {
  expect(setUp().long.isExpected(route, ANY)).toBe(false);
});

test("a long wait is remembered of its route for ten minutes, and renewed by the next", async () => {
  const { clock, long } = setUp();
  expect(long.note(route, 14_999)).toBe(false);
  expect(long.isExpected(route, ANY)).toBe(false);
  expect(long.note(route, 15_000)).toBe(true);
  expect([long.isExpected(route, ANY), long.isExpected(other, ANY)]).toEqual([true, false]);
  await clock.advance(599_000);
  long.note(route, 60_000);
  await clock.advance(599_000);
  expect(long.isExpected(route, { maxTokens: 10, tookLong: false })).toBe(true);
  await clock.advance(1_000);
  expect(long.isExpected(route, { maxTokens: 10, tookLong: false })).toBe(false);
});

test("more tokens than a provider makes within the limit of the first content take long", () => {
  const { long } = setUp();
  expect(
    [4_096, 6_000, 6_001, 128_000].map((maxTokens) => long.isExpected(route, { maxTokens, tookLong: false })),
  ).toEqual([false, false, true, true]);
});

test("so does what has taken long at another route", () => {
  expect(setUp().long.isExpected(route, { tookLong: true })).toBe(true);
});

test.each([
  ["as long as all of the answer", { ...limits, firstContentMs: 10_000, totalMs: 10_000 }],
  ["five minutes: it is meant for whole answers", { ...limits, firstContentMs: 300_000 }],
])("a route whose first content may take %s needs no stream", (_what, patiently) => {
  const { long } = setUp();
  const patient = { route: "one/m", limits: patiently };
  long.note(patient, 300_000);
  expect(long.isExpected(patient, { maxTokens: 128_000, tookLong: true })).toBe(false);
});
