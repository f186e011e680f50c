import { createManualClock } from "@cenote/testkit";
import { createLeftAnswers } from "./left-answers";

const [a, b] = [{ organizationId: "a" }, { organizationId: "b" }];

test("an organization that left an answer may leave others, for an hour since the last", async () => {
  const clock = createManualClock();
  const left = createLeftAnswers(clock);
  expect(left.areExpected(a)).toBe(false);
  left.note(a);
  expect([left.areExpected(a), left.areExpected(b)]).toEqual([true, false]);
  await clock.advance(3_599_999);
  left.note(a);
  await clock.advance(3_599_999);
  expect(left.areExpected(a)).toBe(true);
  await clock.advance(1);
  expect(left.areExpected(a)).toBe(false);
});

test("the holder of a client token leaves for himself alone, an API key for its organization's client tokens too", () => {
  const left = createLeftAnswers(createManualClock());
  const [one, other] = [
    { ...a, clientTokenId: "one" },
    { ...a, clientTokenId: "other" },
  ];
  left.note(one);
  expect([one, other, a].map((caller) => left.areExpected(caller))).toEqual([true, false, false]);
  left.note(a);
  expect([one, other, a, b].map((caller) => left.areExpected(caller))).toEqual([true, true, true, false]);
});

test("a route that does not stream is remembered as long", async () => {
  const clock = createManualClock();
  const left = createLeftAnswers(clock);
  left.noteUnstreamed("one/m");
  expect([left.isUnstreamed("one/m"), left.isUnstreamed("two/m")]).toEqual([true, false]);
  await clock.advance(3_600_000);
  expect(left.isUnstreamed("one/m")).toBe(false);
});
