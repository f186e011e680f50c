import { silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createMetrics } from "./metrics";
import { watchDatabase } from "./watch-database";

const setUp = (ask: () => Promise<number | undefined>) => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const changes: boolean[] = [];
  const watch = watchDatabase({
    ask,
    onChange: (isAway) => {
      changes.push(isAway);
    },
    metrics,
    clock,
    log: silentLog,
  });
  const shown = async () => /^cenote_database_away (\d)$/m.exec(await metrics.render())?.[1];
  return { clock, changes, shown, watch };
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
  expect([changes, await shown()]).toEqual([[true], "1"]);
  fails = false;
  await clock.advance(1_000);
  expect([changes, await shown()]).toEqual([[true, false], "0"]);
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
  expect([changes, asked]).toEqual([[true], 1]);
  await clock.advance(60_000);
  answer.resolve(undefined);
  await clock.advance(1_000);
  expect(changes).toEqual([true, false]);
});

test("nothing is told after it was closed", async () => {
  const answer = deferred<undefined>();
  const { clock, changes, watch } = setUp(() => answer.promise);
  await clock.advance(5_000);
  watch.close();
  await clock.advance(60_000);
  expect(changes).toEqual([]);
});
