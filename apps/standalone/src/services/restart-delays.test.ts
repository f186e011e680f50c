import { createManualClock } from "@cenote/testkit";
import { createRestartDelays } from "./restart-delays";

test("pauses double up to half a minute while a process keeps ending, ready or not", () => {
  const delays = createRestartDelays(createManualClock());
  const paused = Array.from({ length: 9 }, (_, nth) => {
    if (nth % 2 === 0) delays.ready();
    return delays.next();
  });
  expect(paused).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("and begin anew after it has run well for a minute, not after a minute without getting ready", async () => {
  const clock = createManualClock();
  const delays = createRestartDelays(clock);
  const endsAfter = async (ms: number) => {
    await clock.advance(ms);
    return delays.next();
  };
  expect([await endsAfter(0), await endsAfter(60_000)]).toEqual([500, 1_000]);
  delays.ready();
  expect(await endsAfter(59_999)).toBe(2_000);
  delays.ready();
  expect(await endsAfter(60_000)).toBe(500);
});
