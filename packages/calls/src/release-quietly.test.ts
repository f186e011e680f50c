import type { BillingService } from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { releaseQuietly } from "./release-quietly";

const request = {
  context: { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" },
  model: "test/model",
  record: undefined,
};

const setUp = (...failures: CenoteError[]) => {
  const clock = createManualClock();
  const tries: number[] = [];
  const told: string[] = [];
  const release: BillingService["release"] = async () => {
    tries.push(clock.monotonicMs());
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
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

test("is left to expire after ten seconds, or at once after a refusal; neither fails the call", async () => {
  const lost = setUp(...Array.from({ length: 20 }, away));
  await lost.clock.advance(10_000);
  await lost.released;
  expect(lost.told.at(-1)).toBe("hold not released; it will expire");
  const refused = setUp(new CenoteError("not_found"));
  await refused.released;
  expect(refused.tries).toEqual([0]);
});
