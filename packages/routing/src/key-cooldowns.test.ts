import { createManualClock } from "@cenote/testkit";
import { atEndpoint } from "./candidates";
import { createKeyCooldowns } from "./key-cooldowns";
import { testCandidate } from "./testing/candidate";

const NONE = new Set<never>();
const MINUTE_MS = 60_000;

const setUp = async (keys = 3) => {
  const clock = createManualClock();
  await clock.advance(1_000);
  const candidate = testCandidate("one", { keys });
  const [a, b, c] = candidate.targets.map(({ key }) => key);
  if (a === undefined || b === undefined || c === undefined) throw new Error("three keys");
  const cooldowns = createKeyCooldowns({ clock });
  const picked = () => cooldowns.pick(candidate, NONE)?.key.name;
  return { clock, candidate, cooldowns, picked, a, b, c };
};

describe("keys in cooldown", () => {
  test("are skipped until it is over, and the others take turns", async () => {
    const { clock, candidate, cooldowns, picked, b } = await setUp();
    cooldowns.rateLimited(candidate, b, 500);
    expect([picked(), picked(), picked()]).toEqual(["one#1", "one#3", "one#1"]);
    await clock.advance(499);
    expect([picked(), picked()]).toEqual(["one#3", "one#1"]);
    await clock.advance(1);
    expect([picked(), picked(), picked()]).toEqual(["one#2", "one#3", "one#1"]);
  });

  test("are looked at without taking a turn", async () => {
    const { candidate, cooldowns, picked, a, b, c } = await setUp();
    cooldowns.rejected(b);
    expect([cooldowns.canPick(candidate, NONE), picked(), cooldowns.canPick(candidate, NONE), picked()]).toEqual([
      true,
      "one#1",
      true,
      "one#3",
    ]);
    expect(cooldowns.canPick(candidate, new Set([a, c]))).toBe(false);
  });

  test("are used if nothing else is left, the one available soonest, but never an excluded one", async () => {
    const { clock, candidate, cooldowns, picked, a, b, c } = await setUp();
    cooldowns.rejected(a);
    cooldowns.rateLimited(candidate, b, 9_000);
    cooldowns.rateLimited(candidate, c, 4_000);
    expect(picked()).toBeUndefined();
    expect(cooldowns.pickSoonest(candidate, NONE)?.key).toBe(c);
    expect(cooldowns.pickSoonest(candidate, new Set([c]))?.key).toBe(b);
    expect(cooldowns.pickSoonest(candidate, new Set([b, c]))?.key).toBe(a);
    expect(cooldowns.pickSoonest(candidate, new Set([a, b, c]))).toBeUndefined();
    expect(cooldowns.usableFromMs(candidate) - clock.monotonicMs()).toBe(4_000);
  });

  test("leave a route usable while one of its keys is", async () => {
    const { clock, candidate, cooldowns, a, b, c } = await setUp();
    cooldowns.rejected(a);
    cooldowns.rejected(b);
    expect(cooldowns.usableFromMs(candidate)).toBe(0);
    cooldowns.rateLimited(candidate, c, 10);
    expect(cooldowns.usableFromMs(candidate) - clock.monotonicMs()).toBe(10);
    await clock.advance(10);
    expect(cooldowns.usableFromMs(candidate)).toBe(0);
  });

  test("have two seconds of it if the provider gives no time, and at most five minutes", async () => {
    const { clock, candidate, cooldowns, a, b, c } = await setUp();
    const cooldownMs = () => cooldowns.usableFromMs(candidate) - clock.monotonicMs();
    for (const key of [a, b, c]) cooldowns.rateLimited(candidate, key, 60 * MINUTE_MS);
    expect(cooldownMs()).toBe(5 * MINUTE_MS);
    cooldowns.rateLimited(candidate, c);
    expect(cooldownMs()).toBe(2_000);
    cooldowns.rejected(c);
    expect(cooldownMs()).toBe(5 * MINUTE_MS);
  });

  test("have it for one route after a rate limit, for all if key or account is rejected", async () => {
    const { candidate, cooldowns, a } = await setUp();
    const other = { ...candidate, route: "one/other", targets: candidate.targets.slice(0, 1) as never };
    cooldowns.rateLimited(candidate, a);
    expect(cooldowns.pick(other, NONE)?.key).toBe(a);
    cooldowns.rejected(a);
    expect(cooldowns.pick(other, NONE)).toBeUndefined();
  });

  test("take turns over all endpoints of a route", async () => {
    const { candidate, cooldowns, picked } = await setUp();
    const beside = atEndpoint(candidate, "m/image");
    expect([picked(), cooldowns.pick(beside, NONE)?.key.name, picked()]).toEqual(["one#1", "one#2", "one#3"]);
  });

  test("are logged once, and again after they have worked", async () => {
    const { candidate, cooldowns, picked, a } = await setUp();
    expect([cooldowns.rejected(a), cooldowns.rejected(a)]).toEqual([true, false]);
    cooldowns.rateLimited(candidate, a);
    cooldowns.succeeded(candidate, a);
    expect(picked()).toBe("one#1");
    expect(cooldowns.rejected(a)).toBe(true);
  });
});
