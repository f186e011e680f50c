import { createManualClock } from "@cenote/testkit";
import { atEndpoint } from "./candidates";
import { createKeyRests } from "./key-rests";
import { testCandidate } from "./testing/candidate";

const NONE = new Set<never>();
const MINUTE_MS = 60_000;

const setUp = async (keys = 3) => {
  const clock = createManualClock();
  await clock.advance(1_000);
  const candidate = testCandidate("one", { keys });
  const [a, b, c] = candidate.targets.map(({ key }) => key);
  if (a === undefined || b === undefined || c === undefined) throw new Error("three keys");
  const rests = createKeyRests({ clock });
  const picked = () => rests.pick(candidate, NONE)?.key.name;
  return { clock, candidate, rests, picked, a, b, c };
};

describe("resting keys", () => {
  test("are skipped until their rest is over, and the others take turns", async () => {
    const { clock, candidate, rests, picked, b } = await setUp();
    rests.limited(candidate, b, 500);
    expect([picked(), picked(), picked()]).toEqual(["one#1", "one#3", "one#1"]);
    await clock.advance(499);
    expect([picked(), picked()]).toEqual(["one#3", "one#1"]);
    await clock.advance(1);
    expect([picked(), picked(), picked()]).toEqual(["one#2", "one#3", "one#1"]);
  });

  test("are looked at without taking a turn", async () => {
    const { candidate, rests, picked, a, b, c } = await setUp();
    rests.refused(b);
    expect([rests.canPick(candidate, NONE), picked(), rests.canPick(candidate, NONE), picked()]).toEqual([
      true,
      "one#1",
      true,
      "one#3",
    ]);
    expect(rests.canPick(candidate, new Set([a, c]))).toBe(false);
  });

  test("are used if nothing else is left, the one available soonest, but never an excluded one", async () => {
    const { clock, candidate, rests, picked, a, b, c } = await setUp();
    rests.refused(a);
    rests.limited(candidate, b, 9_000);
    rests.limited(candidate, c, 4_000);
    expect(picked()).toBeUndefined();
    expect(rests.pickSoonest(candidate, NONE)?.key).toBe(c);
    expect(rests.pickSoonest(candidate, new Set([c]))?.key).toBe(b);
    expect(rests.pickSoonest(candidate, new Set([b, c]))?.key).toBe(a);
    expect(rests.pickSoonest(candidate, new Set([a, b, c]))).toBeUndefined();
    expect(rests.usableFromMs(candidate) - clock.monotonicMs()).toBe(4_000);
  });

  test("leave a route usable while one of its keys is", async () => {
    const { clock, candidate, rests, a, b, c } = await setUp();
    rests.refused(a);
    rests.refused(b);
    expect(rests.usableFromMs(candidate)).toBe(0);
    rests.limited(candidate, c, 10);
    expect(rests.usableFromMs(candidate) - clock.monotonicMs()).toBe(10);
    await clock.advance(10);
    expect(rests.usableFromMs(candidate)).toBe(0);
  });

  test("rest two seconds if the provider gives no time, and at most five minutes", async () => {
    const { clock, candidate, rests, a, b, c } = await setUp();
    const restsForMs = () => rests.usableFromMs(candidate) - clock.monotonicMs();
    for (const key of [a, b, c]) rests.limited(candidate, key, 60 * MINUTE_MS);
    expect(restsForMs()).toBe(5 * MINUTE_MS);
    rests.limited(candidate, c);
    expect(restsForMs()).toBe(2_000);
    rests.refused(c);
    expect(restsForMs()).toBe(5 * MINUTE_MS);
  });

  test("rest for one route after a rate limit, for all if key or account is rejected", async () => {
    const { candidate, rests, a } = await setUp();
    const other = { ...candidate, route: "one/other", targets: candidate.targets.slice(0, 1) as never };
    rests.limited(candidate, a);
    expect(rests.pick(other, NONE)?.key).toBe(a);
    rests.refused(a);
    expect(rests.pick(other, NONE)).toBeUndefined();
  });

  test("take turns over all endpoints of a route", async () => {
    const { candidate, rests, picked } = await setUp();
    const beside = atEndpoint(candidate, "m/image");
    expect([picked(), rests.pick(beside, NONE)?.key.name, picked()]).toEqual(["one#1", "one#2", "one#3"]);
  });

  test("are logged once, and again after they have worked", async () => {
    const { candidate, rests, picked, a } = await setUp();
    expect([rests.refused(a), rests.refused(a)]).toEqual([true, false]);
    rests.limited(candidate, a);
    rests.worked(candidate, a);
    expect(picked()).toBe("one#1");
    expect(rests.refused(a)).toBe(true);
  });
});
