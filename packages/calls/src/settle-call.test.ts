import type { BillingService, SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, silentLog, sleep } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { settleCall } from "./settle-call";

const charge: SettleRequest = {
  context: { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" },
  model: "test/model",
  usage: [],
  record: undefined,
  requiresHold: false,
};
const paid: SettleResponse = { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };

const setUp = (...failures: unknown[]) => {
  const clock = createManualClock();
  let tries = 0;
  const settle: BillingService["settle"] = () => {
    tries += 1;
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve(paid) : Promise.reject(failure);
  };
  return {
    clock,
    tries: () => tries,
    settled: settleCall({ billing: { settle } as BillingService, clock, log: silentLog }, charge),
  };
};

const away = () => new CenoteError("overloaded");

describe("settling a call", () => {
  it("retries while billing is down", async () => {
    const { clock, settled, tries } = setUp(away(), away());
    await clock.advance(250);
    expect(tries()).toBe(2);
    await clock.advance(500);
    expect(await settled).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
  });

  it("gives up after 45 s, with an error that says not to retry", async () => {
    const { clock, settled, tries } = setUp(...Array.from({ length: 20 }, away));
    await Promise.all([
      expect(settled).rejects.toMatchObject({ code: "overloaded", retryable: false }),
      clock.advance(45_000),
    ]);
    expect(tries()).toBe(15);
  });

  it("gives up after 45 s even if each try is slow to fail", async () => {
    const clock = createManualClock();
    const settle: BillingService["settle"] = async () => {
      await sleep(clock, 7_000);
      throw away();
    };
    await Promise.all([
      expect(
        settleCall({ billing: { settle } as BillingService, clock, log: silentLog }, charge),
      ).rejects.toMatchObject({ code: "overloaded", retryable: false }),
      clock.advance(45_000),
    ]);
  });

  it("gives up after 45 s even if a later try is never answered", async () => {
    const clock = createManualClock();
    let tries = 0;
    const settle: BillingService["settle"] = () => {
      tries += 1;
      return tries === 1 ? Promise.reject(away()) : new Promise(() => {});
    };
    await Promise.all([
      expect(
        settleCall({ billing: { settle } as BillingService, clock, log: silentLog }, charge),
      ).rejects.toMatchObject({ code: "overloaded", retryable: false }),
      clock.advance(45_000),
    ]);
    expect(tries).toBe(5);
  });

  it("retries if billing fails otherwise, since another replica may charge it", async () => {
    const { clock, settled, tries } = setUp(new CenoteError("internal_error"), new Error("a broken connection"));
    await clock.advance(750);
    expect(await settled).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
    expect(tries()).toBe(3);
  });

  it("has an unknown outcome if billing fails to the end, and the error says not to retry", async () => {
    const { clock, settled } = setUp(...Array.from({ length: 20 }, () => new CenoteError("internal_error")));
    await Promise.all([
      expect(settled).rejects.toMatchObject({ code: "internal_error", retryable: false }),
      clock.advance(45_000),
    ]);
  });

  it("is not retried if billing rejects it", async () => {
    const { settled, tries } = setUp(new CenoteError("insufficient_balance"));
    await expect(settled).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(tries()).toBe(1);
  });
});
