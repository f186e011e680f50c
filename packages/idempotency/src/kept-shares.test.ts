import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createKeptShares } from "./kept-shares";

const DAY_MS = 24 * 3_600_000;

const setUp = () => {
  const clock = createManualClock();
  const warned: object[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object) => {
      warned.push(fields);
    },
  };
  return { clock, warned, shares: createKeptShares({ clock, log, limits: { keptMs: DAY_MS, maxKeptBytes: 10 } }) };
};

describe("what is kept for an organization in a day", () => {
  test("is bounded to the last byte, and what does not fit leaves room for what does", () => {
    const { shares } = setUp();
    expect([4, 7, 6, 1].map((bytes) => shares.take("org", bytes))).toEqual([true, false, true, false]);
    expect(shares.take("another", 10)).toBe(true);
  });

  test("begins anew a day after the first answer", async () => {
    const { clock, shares } = setUp();
    shares.take("org", 10);
    await clock.advance(DAY_MS - 1);
    expect(shares.take("org", 1)).toBe(false);
    await clock.advance(1);
    expect([10, 1].map((bytes) => shares.take("org", bytes))).toEqual([true, false]);
  });

  test("is told to the operator once when it is used up, and again on another day", async () => {
    const { clock, shares, warned } = setUp();
    const useUp = () => {
      for (const bytes of [8, 3, 3, 3]) shares.take("org", bytes);
    };
    useUp();
    expect(warned).toEqual([{ organizationId: "org", bytes: 8 }]);
    await clock.advance(DAY_MS);
    useUp();
    expect(warned).toHaveLength(2);
  });
});
