import { createManualClock } from "@cenote/testkit";
import type { TimeLimits } from "../spec";
import { TimeLimitWatch } from "./time-limits";

const LIMITS: TimeLimits = { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 };

const start = (limits: Partial<TimeLimits> = {}) => {
  const clock = createManualClock();
  let timersSet = 0;
  const passed: string[] = [];
  const watch = new TimeLimitWatch({
    clock: {
      ...clock,
      setTimer: (callback, delayMs) => {
        timersSet += 1;
        return clock.setTimer(callback, delayMs);
      },
    },
    limits: { ...LIMITS, ...limits },
    onLimit: (phase) => {
      passed.push(`${phase} at ${clock.passedMs()}`);
    },
  });
  return { clock, watch, passed, timersSet: () => timersSet };
};

describe("the time limits of a try", () => {
  test("connecting has its own limit", async () => {
    const { clock, passed } = start();
    await clock.advance(4_999);
    expect(passed).toEqual([]);
    await clock.advance(10_000);
    expect(passed).toEqual(["connect at 5000"]);
  });

  test("bytes before the first content change nothing", async () => {
    const { clock, watch, passed } = start();
    watch.connected();
    for (let i = 0; i < 12; i += 1) {
      await clock.advance(5_000);
      watch.bytes(1);
    }
    expect(passed).toEqual(["first_content at 60000"]);
  });

  test("after the first content the gap since the last read counts", async () => {
    const { clock, watch, passed } = start();
    watch.connected();
    await clock.advance(1_000);
    watch.content();
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(29_000);
      watch.bytes(1);
    }
    expect(passed).toEqual([]);
    await clock.advance(40_000);
    expect(passed).toEqual(["idle at 321000"]);
  });

  test("a gap limit that ends before the running timer still applies", async () => {
    const { clock, watch, passed } = start({ connectMs: 60_000 });
    watch.connected();
    await clock.advance(1_000);
    watch.content();
    await clock.advance(60_000);
    expect(passed).toEqual(["idle at 31000"]);
  });

  test("a shorter gap can be set", async () => {
    const { clock, watch, passed } = start();
    watch.content();
    await clock.advance(10_000);
    watch.content({ idleMs: 2_000 });
    await clock.advance(60_000);
    expect(passed).toEqual(["idle at 12000"]);
  });

  test("a trickle counts as silence if a gap requires more bytes", async () => {
    const { clock, watch, passed } = start();
    watch.content({ endsAtBytes: 100 });
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(10_000);
      watch.bytes(60);
    }
    expect(passed).toEqual([]);
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(10_000);
      watch.bytes(30);
    }
    expect(passed).toEqual(["idle at 130000"]);
  });

  test("bytes do not end a gap that covers all remaining time", async () => {
    const { clock, watch, passed } = start();
    watch.content({ idleMs: 2_000, endsAtBytes: Infinity });
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(500);
      watch.bytes(10_000);
    }
    expect(passed).toEqual(["idle at 2000"]);
  });

  test("the total has a limit, however active the provider is", async () => {
    const { clock, watch, passed } = start({ totalMs: 90_000 });
    watch.content();
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(10_000);
      watch.bytes(1);
    }
    expect(passed).toEqual(["total at 90000"]);
  });

  test("a provider held back by a slow reader is not idle", async () => {
    const { clock, watch, passed } = start();
    watch.content();
    await clock.advance(20_000);
    watch.heldBack(true);
    await clock.advance(200_000);
    watch.heldBack(false);
    await clock.advance(29_999);
    expect(passed).toEqual([]);
    await clock.advance(1);
    expect(passed).toEqual(["idle at 250000"]);
  });

  test("the total has a limit, also while a slow reader holds the provider back", async () => {
    const { clock, watch, passed } = start({ totalMs: 90_000 });
    watch.content();
    watch.heldBack(true);
    await clock.advance(90_000);
    expect(passed).toEqual(["total at 90000"]);
  });

  test("a stopped watch never fires", async () => {
    const { clock, watch, passed } = start();
    watch.stop();
    await clock.advance(1_000_000);
    expect(passed).toEqual([]);
  });

  test("a short answer sets one timer, however many reads it takes", async () => {
    const { clock, watch, timersSet } = start();
    watch.connected();
    watch.content();
    for (let i = 0; i < 1_000; i += 1) watch.bytes(1);
    await clock.advance(4_000);
    watch.stop();
    expect(timersSet()).toBe(1);
  });

  describe("after this process was suspended", () => {
    /**
     * The process is suspended from now on for this long: then every timer that fell due fires, before anything is
     * read.
     */
    const startStalled = async (stallMs: number) => {
      const clock = createManualClock();
      let stalledMs = 0;
      const passed: string[] = [];
      const watch = new TimeLimitWatch({
        clock: { ...clock, monotonicMs: () => clock.monotonicMs() + stalledMs },
        limits: LIMITS,
        onLimit: (phase) => {
          passed.push(`${phase} at ${clock.passedMs() + stalledMs}`);
        },
      });
      watch.connected();
      watch.content({ idleMs: 3_000 });
      await clock.advance(2_999);
      stalledMs = stallMs;
      await clock.advance(1);
      return { clock, watch, passed };
    };

    test("what arrived meanwhile is read before a limit applies", async () => {
      const { clock, watch, passed } = await startStalled(5_000);
      watch.bytes(1);
      await clock.advance(2_999);
      expect(passed).toEqual([]);
      await clock.advance(1);
      expect(passed).toEqual(["idle at 11000"]);
    });

    test("a provider that sent nothing times out a moment later", async () => {
      const { clock, passed } = await startStalled(5_000);
      await clock.advance(60_000);
      expect(passed).toEqual(["idle at 9000"]);
    });
  });
});
