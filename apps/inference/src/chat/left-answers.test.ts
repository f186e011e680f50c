import { createManualClock } from "@cenote/testkit";
import { createLeftAnswers } from "./left-answers";

test("an organization that left an answer may leave others, for an hour since the last", async () => {
  const clock = createManualClock();
  const left = createLeftAnswers(clock);
  expect(left.areExpected("a")).toBe(false);
  left.note("a");
  expect([left.areExpected("a"), left.areExpected("b")]).toEqual([true, false]);
  await clock.advance(3_599_999);
  left.note("a");
  await clock.advance(3_599_999);
  expect(left.areExpected("a")).toBe(true);
  await clock.advance(1);
  expect(left.areExpected("a")).toBe(false);
});
