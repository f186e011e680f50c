import { silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import type { StopFunction } from "./lifecycle";
import { createMetrics } from "./metrics";
import { watchDatabase } from "./watch-database";

const setUp = (ask: () => Promise<number | undefined>) => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const changes: boolean[] = [];
  let stop: StopFunction | undefined;
  watchDatabase({
    ask,
    server: {
      setServing: (isServing) => {
        changes.push(isServing);
      },
    },
    lifecycle: {
      onStop: (_name, toStop) => {
        stop = toStop;
      },
    },
    metrics,
    clock,
    log: silentLog,
  });
  const shown = async () => /^cenote_database_away (\d)$/m.exec(await metrics.render())?.[1];
  return { clock, changes, shown, stop: () => stop?.() };
};

test("a database is away at the second look that fails, since one slow answer is no outage, and back at its first answer", async () => {
  let fails = false;
  const { clock, changes, shown } = setUp(() =>
    fails ? Promise.reject(new Error("no primary")) : Promise.resolve(undefined),
  );
  await clock.advance(5_000);
  expect([changes, await shown()]).toEqual([[], "0"]);
  fails = true;
  await clock.advance(1_000);
  expect([changes, await shown()]).toEqual([[], "0"]);
  await clock.advance(10_000);
  expect([changes, await shown()]).toEqual([[false], "1"]);
  fails = false;
  await clock.advance(1_000);
  expect([changes, await shown()]).toEqual([[false, true], "0"]);
});

test("a database that hangs is asked once, is away after seven seconds, and back when it answers", async () => {
  let asked = 0;
  const answer = deferred<undefined>();
  const { clock, changes } = setUp(() => {
    asked++;
    return answer.promise;
  });
  await clock.advance(7_900);
  expect(changes).toEqual([]);
  await clock.advance(100);
  expect([changes, asked]).toEqual([[false], 1]);
  await clock.advance(60_000);
  answer.resolve(undefined);
  await clock.advance(1_000);
  expect(changes).toEqual([false, true]);
});

test("nothing is reported once the process stops", async () => {
  const answer = deferred<undefined>();
  const { clock, changes, stop } = setUp(() => answer.promise);
  await clock.advance(5_000);
  await stop();
  await clock.advance(60_000);
  expect(changes).toEqual([]);
});
