import { createManualClock } from "@cenote/testkit";
import { createMemoryRateWindow, WINDOW_MS } from "./rate-window";

test("what a call used less than was counted makes no room in a window after its own", async () => {
  const clock = createManualClock();
  const window = createMemoryRateWindow(clock);
  window.take("key", 900, 1_000);
  await clock.advance(WINDOW_MS);
  window.correct("key", -900);
  expect(window.take("key", 0, 1_000)).toMatchObject({ remaining: 1_000, resetMs: WINDOW_MS });
  expect(window.take("key", 1_001, 1_000).fits).toBe(false);
});
