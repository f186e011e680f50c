import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { compareClocks } from "./compare-clocks";
import { createMetrics } from "./metrics";

const setUp = () => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = {
    ...silentLog,
    info: (_: object, message: string) => lines.push(`info: ${message}`),
    error: (_: object, message: string) => lines.push(`error: ${message}`),
  };
  const metrics = createMetrics({ runtime: false });
  let offMs = 0;
  const compare = compareClocks({ clock: { ...clock, nowMs: () => clock.nowMs() + offMs }, log, metrics });
  return {
    clock,
    lines,
    /** Asks a database whose clock is right; the answer takes this long each way. */
    ask: async (wayMs = 0) =>
      compare(async () => {
        await clock.advance(wayMs);
        const nowMs = clock.nowMs();
        await clock.advance(wayMs);
        return nowMs;
      }),
    askSilent: async () => compare(async () => undefined),
    setClock: (aheadMs: number) => {
      offMs = aheadMs;
    },
    shown: async () => /^cenote_clock_ahead_seconds (\S+)$/m.exec(await metrics.render())?.[1],
  };
};
const WRONG = "error: the clock of this machine and the database's differ: one of them is wrong";

test.each([6 * 3_600_000, -31_000])(
  "a clock that is %i ms ahead of the database's is logged once and shown, and told when it is right again",
  async (aheadMs) => {
    const { ask, setClock, shown, lines } = setUp();
    setClock(aheadMs);
    await ask();
    await ask(100);
    expect([await shown(), lines]).toEqual([String(aheadMs / 1_000), [WRONG]]);
    setClock(0);
    await ask();
    expect([await shown(), lines]).toEqual([
      "0",
      [WRONG, "info: the clock of this machine and the database's agree again"],
    ]);
  },
);

test("a difference that replicas may have is shown only", async () => {
  const { ask, setClock, shown, lines } = setUp();
  expect(await shown()).toBe("Nan");
  setClock(-29_000);
  await ask(500);
  expect([await shown(), lines]).toEqual(["-29", []]);
});

test("a slow answer, and a database that does not tell its time, say nothing", async () => {
  const { ask, askSilent, setClock, shown, lines } = setUp();
  setClock(60_000);
  await ask(40_000);
  await askSilent();
  expect([await shown(), lines]).toEqual(["Nan", []]);
});
