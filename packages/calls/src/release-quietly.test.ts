import type { BillingService } from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { releaseQuietly } from "./release-quietly";

const request = {
  context: { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" },
  model: "test/model",
  record: undefined,
};

const setUp = (...failures: (CenoteError | Promise<void>)[]) => {
  const clock = createManualClock();
  const tries: number[] = [];
  const told: string[] = [];
  const release: BillingService["release"] = async () => {
    tries.push(clock.passedMs());
    const failure = failures.shift();
    if (failure instanceof CenoteError) throw failure;
    await failure;
    return {};
  };
  const log = { ...silentLog, warn: (_fields: object, message: string) => told.push(message) };
  return {
    clock,
    tries,
    told,
    released: releaseQuietly({ billing: { release } as BillingService, clock, log }, request),
  };
};
const away = () => new CenoteError("overloaded");

test("a hold is released by a billing that was away for a moment", async () => {
  const { clock, tries, told, released } = setUp(away(), away());
  await clock.advance(750);
  await released;
  expect(tries).toEqual([0, 250, 750]);
  expect(told).toEqual(["release failed and is retried", "release failed and is retried"]);
});

test("the call's error waits ten seconds for it; it goes on without, for five minutes or until a refusal", async () => {
  const slow = setUp(...Array.from({ length: 20 }, away));
  await slow.clock.advance(10_000);
  await slow.released;
  await slow.clock.advance(100_000);
  expect(slow.tries).toHaveLength(21);
  const lost = setUp(...Array.from({ length: 200 }, away));
  await lost.clock.advance(300_000);
  expect(lost.told.at(-1)).toBe("hold not released; it will expire");
  const refused = setUp(new CenoteError("not_found"));
  await refused.released;
  expect([refused.tries, refused.told]).toEqual([[0], ["hold not released; it will expire"]]);
});

test("nor does the call's error wait for a billing that hangs", async () => {
  const { clock, released, tries } = setUp(deferred().promise);
  await clock.advance(10_000);
  await released;
  expect(tries).toEqual([0]);
});
