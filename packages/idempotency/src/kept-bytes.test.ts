import { DAY_MS, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createKeptBytes } from "./kept-bytes";
import { IDEMPOTENCY_LIMITS } from "./limits";

const MOST = IDEMPOTENCY_LIMITS.maxKeptBytes;

const setUp = () => {
  const clock = createManualClock();
  const warned: object[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object) => {
      warned.push(fields);
    },
  };
  return { clock, warned, keptBytes: createKeptBytes({ clock, log }) };
};

describe("what is kept for an organization in a day", () => {
  test("is bounded to the last byte, and what does not fit leaves room for what does", () => {
    const { keptBytes } = setUp();
    expect([4, MOST - 3, MOST - 4, 1].map((bytes) => keptBytes.take("org", bytes))).toEqual([true, false, true, false]);
    expect(keptBytes.take("another", MOST)).toBe(true);
  });

  test("begins anew a day after the first answer", async () => {
    const { clock, keptBytes } = setUp();
    keptBytes.take("org", MOST);
    await clock.advance(DAY_MS - 1);
    expect(keptBytes.take("org", 1)).toBe(false);
    await clock.advance(1);
    expect([MOST, 1].map((bytes) => keptBytes.take("org", bytes))).toEqual([true, false]);
  });

  test("is told to the operator once when it is used up, and again on another day", async () => {
    const { clock, keptBytes, warned } = setUp();
    const useUp = () => {
      for (const bytes of [MOST - 2, 3, 3, 3]) keptBytes.take("org", bytes);
    };
    useUp();
    expect(warned).toEqual([{ organizationId: "org", bytes: MOST - 2 }]);
    await clock.advance(DAY_MS);
    useUp();
    expect(warned).toHaveLength(2);
  });
});
