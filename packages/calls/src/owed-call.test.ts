import type { BillingService, ReleaseRequest, SettleRequest } from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { takeUpCall } from "./owed-call";

const context = { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" };
const record = { kind: "video", stream: false, outcome: "ok", attempts: [], durationMs: 1, firstContentMs: 0 };
const charge = { model: "test/video", usage: [], record };
const away = () => new CenoteError("overloaded");

const setUp = () => {
  const clock = createManualClock();
  const settled: SettleRequest[] = [];
  const released: ReleaseRequest[] = [];
  const failures: CenoteError[] = [];
  const failIfSet = () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const billing: Pick<BillingService, "settle" | "release"> = {
    async settle(request) {
      settled.push(request);
      failIfSet();
      return { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };
    },
    async release(request) {
      released.push(request);
      failIfSet();
      return {};
    },
  };
  const parts = { billing: billing as BillingService, clock, log: silentLog };
  return { clock, parts, settled, released, failures, owed: takeUpCall(parts, { context, model: "test/video" }) };
};

test("what was made is charged, even if its hold has expired", async () => {
  const { owed, settled } = setUp();
  expect(await owed.settle(charge)).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
  expect(settled).toEqual([{ context, ...charge, requiresHold: false }]);
});

test("it is charged at the terms it was admitted at", async () => {
  const { parts, settled } = setUp();
  await takeUpCall(parts, { context, model: "test/video", terms: "those" }).settle(charge);
  expect(settled).toMatchObject([{ terms: "those" }]);
});

test("a charge that billing does not answer is left to whoever works on the call next", async () => {
  const { owed, settled, failures, clock } = setUp();
  failures.push(...Array.from({ length: 50 }, away));
  await Promise.all([expect(owed.settle(charge)).rejects.toMatchObject({ code: "overloaded" }), clock.advance(45_000)]);
  const tries = settled.length;
  await clock.advance(600_000);
  expect(settled).toHaveLength(tries);
});

test("so is a release, which is asked for once", async () => {
  const { owed, released, failures, clock } = setUp();
  failures.push(away());
  await expect(owed.release(record)).rejects.toMatchObject({ code: "overloaded" });
  await clock.advance(600_000);
  expect(released).toEqual([{ context, model: "test/video", record }]);
  await owed.release(record);
  expect(released).toHaveLength(2);
});
