import type { BillingService, SettleRequest } from "@cenote/contracts";
import { CenoteError, createBackground, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { settleDelivered } from "./settle-delivered";

const charge: SettleRequest = {
  context: { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" },
  model: "test/model",
  usage: [],
  record: undefined,
  requiresHold: false,
};

const setUp = (failureAt: (passedMs: number) => CenoteError | undefined) => {
  const clock = createManualClock();
  const told: string[] = [];
  let tries = 0;
  const settle: BillingService["settle"] = async () => {
    tries += 1;
    const failure = failureAt(clock.passedMs());
    if (failure !== undefined) throw failure;
    return { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };
  };
  const note = (_fields: object, message: string) => told.push(message);
  const background = createBackground({ log: silentLog });
  return {
    clock,
    background,
    told,
    tries: () => tries,
    settled: settleDelivered(
      { billing: { settle } as BillingService, clock, log: { ...silentLog, info: note, error: note }, background },
      charge,
    ),
  };
};
const away = () => new CenoteError("overloaded");
const notRetryable = { code: "overloaded", retryable: false };

test("what was delivered is charged by a billing that is away for longer than the call waits", async () => {
  const { clock, told, tries, settled } = setUp((passedMs) => (passedMs < 120_000 ? away() : undefined));
  await Promise.all([expect(settled).rejects.toMatchObject(notRetryable), clock.advance(45_000)]);
  await clock.advance(80_000);
  expect(told).toEqual(["a delivered answer was charged late"]);
  const before = tries();
  await clock.advance(300_000);
  expect(tries()).toBe(before);
});

test("whoever stops the process can wait for it", async () => {
  const { clock, background, told, settled } = setUp((passedMs) => (passedMs < 60_000 ? away() : undefined));
  await Promise.all([expect(settled).rejects.toMatchObject(notRetryable), clock.advance(45_000)]);
  expect(background.count()).toBe(1);
  const idle = background.idle();
  await clock.advance(20_000);
  await idle;
  expect([background.count(), told]).toEqual([0, ["a delivered answer was charged late"]]);
});

test("it goes on for five minutes more", async () => {
  const { clock, told, tries, settled } = setUp(away);
  await Promise.all([expect(settled).rejects.toMatchObject(notRetryable), clock.advance(45_000)]);
  await clock.advance(300_000);
  expect(told).toEqual(["a delivered answer was not charged"]);
  const before = tries();
  await clock.advance(60_000);
  expect(tries()).toBe(before);
});

test("a refusal is final", async () => {
  const { clock, told, tries, settled } = setUp(() => new CenoteError("idempotency_conflict"));
  await expect(settled).rejects.toMatchObject({ code: "idempotency_conflict" });
  await clock.advance(300_000);
  expect([tries(), told]).toEqual([1, []]);
});
