import type { BillingService, ReleaseRequest, SettleRequest } from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { chargeOf, deferEnd } from "./deferred-end";

const context = { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" };
const release: ReleaseRequest = { context, model: "test/model", record: undefined };
const charge: SettleRequest = { context, model: "test/model", usage: [], requiresHold: true, record: undefined };

const setUp = () => {
  const steps: string[] = [];
  const billing: Partial<BillingService> = {
    async settle() {
      steps.push("settle");
      return { costUsd: "0", costNanoMxn: 0n, availableNanoMxn: 0n };
    },
    async release() {
      steps.push("release");
      return {};
    },
  };
  const end = deferEnd({ billing: billing as BillingService, clock: createManualClock(), log: silentLog });
  const ticket = (isOurs: boolean) => ({
    async drop() {
      steps.push("drop");
      return isOurs;
    },
  });
  return { end, steps, ticket };
};

describe("the end of a call with an idempotency key", () => {
  it("is a charge that waits until its answer is kept", async () => {
    const { end, steps } = setUp();
    expect(() => chargeOf(end)).toThrow("not charged");
    await end.billing.settle(charge);
    expect([chargeOf(end), steps]).toEqual([charge, []]);
  });

  it("is a release once its key is free", async () => {
    const { end, steps, ticket } = setUp();
    await end.billing.release(release);
    await end.giveUp(ticket(true));
    expect(steps).toEqual(["drop", "release"]);
  });

  it("is none while another process makes the call, which needs the hold", async () => {
    const { end, steps, ticket } = setUp();
    await end.billing.release(release);
    await end.giveUp(ticket(false));
    expect(steps).toEqual(["drop"]);
  });

  it("is none where nothing was held", async () => {
    const { end, steps, ticket } = setUp();
    await end.giveUp(ticket(true));
    expect(steps).toEqual(["drop"]);
  });
});
