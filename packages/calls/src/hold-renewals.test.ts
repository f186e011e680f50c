import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createHoldRenewals, RENEWED_BEFORE_MS, RENEWED_HOLD_TTL_MS as TTL_MS } from "./hold-renewals";

const setUp = () => {
  const clock = createManualClock();
  const renewedAtMs: number[] = [];
  const failures: Error[] = [];
  const hold = {
    requestId: "req",
    async renew() {
      renewedAtMs.push(clock.passedMs());
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
  };
  return { clock, renewedAtMs, failures, hold, renewals: createHoldRenewals({ clock, log: silentLog }) };
};

test("a hold is renewed before it ends, again and again, until its answer is delivered", async () => {
  const { clock, renewals, hold, renewedAtMs } = setUp();
  renewals.add(hold, clock.monotonicMs());
  await clock.advance(TTL_MS - RENEWED_BEFORE_MS - 1);
  expect(renewedAtMs).toEqual([]);
  await clock.advance(2 * TTL_MS);
  expect(renewedAtMs.length).toBeGreaterThanOrEqual(3);
  for (const [index, atMs] of renewedAtMs.entries()) expect(atMs - (renewedAtMs[index - 1] ?? 0)).toBeLessThan(TTL_MS);
  renewals.delete(hold);
  const times = renewedAtMs.length;
  await clock.advance(2 * TTL_MS);
  expect(renewedAtMs).toHaveLength(times);
});

test("is tried again while billing does not answer", async () => {
  const { clock, renewals, hold, renewedAtMs, failures } = setUp();
  failures.push(new CenoteError("overloaded"), new CenoteError("overloaded"));
  renewals.add(hold, clock.monotonicMs());
  await clock.advance(TTL_MS);
  expect(renewedAtMs).toHaveLength(3);
});

test("holds that can't be renewed are warned of once, until one is renewed again", async () => {
  const { clock, failures, hold } = setUp();
  const warnings: string[] = [];
  const renewals = createHoldRenewals({ clock, log: { ...silentLog, warn: (_, message) => warnings.push(message) } });
  failures.push(...Array.from({ length: 4 }, () => new CenoteError("overloaded")));
  renewals.add(hold, clock.monotonicMs());
  renewals.add({ ...hold, requestId: "other" }, clock.monotonicMs());
  await clock.advance(TTL_MS);
  expect(failures).toEqual([]);
  expect(warnings).toHaveLength(1);
  failures.push(new CenoteError("overloaded"));
  await clock.advance(TTL_MS);
  expect(warnings).toHaveLength(2);
});

test("is asked for once at a time, however long billing takes", async () => {
  const { clock, renewals, hold, renewedAtMs } = setUp();
  const answered = deferred();
  renewals.add({ ...hold, renew: () => hold.renew().then(() => answered.promise) }, clock.monotonicMs());
  await clock.advance(TTL_MS);
  expect(renewedAtMs).toHaveLength(1);
  answered.resolve();
  await clock.advance(TTL_MS);
  expect(renewedAtMs.length).toBeGreaterThan(1);
});
