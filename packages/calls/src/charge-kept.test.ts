import { type BillingService, type ReleaseRequest, SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, createBackground, silentLog } from "@cenote/core";
import type { Outcome, Ticket } from "@cenote/idempotency";
import { createManualClock } from "@cenote/testkit";
import { keepAndCharge } from "./charge-kept";

const charge: SettleRequest = {
  context: { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "k" },
  model: "test/model",
  usage: [],
  requiresHold: false,
  record: { kind: "chat", stream: false, outcome: "ok", attempts: [], durationMs: 1, firstContentMs: 0 },
};
const answer = Buffer.from("the answer");

interface Failures {
  /** Errors with which storing the answer, charging it and releasing the hold fail. */
  readonly keep?: Error;
  readonly settle?: Error;
  readonly release?: Error;
  /** The same of reading what was charged before. */
  readonly charges?: Error;
  /** By another process, since. */
  readonly isTakenOver?: boolean;
  /** Begun by a process that is gone, which may have charged it. */
  readonly isResumed?: boolean;
  readonly standing?: { readonly costUsd: string; readonly amountNanoMxn: bigint };
}

const undelivered = { ...charge, requiresHold: true };

const setUp = (failures: Failures = {}) => {
  const steps: string[] = [];
  const kept: Outcome[] = [];
  const released: ReleaseRequest[] = [];
  const receipts: (Uint8Array | undefined)[] = [];
  /** Is noted when it is done, which is not at once. */
  const step = async (name: string, failure?: Error) => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    steps.push(name);
    if (failure !== undefined) throw failure;
  };
  const ticket: Ticket = {
    requestId: "req_1",
    isTakenOver: failures.isResumed ?? false,
    async keep(outcome) {
      kept.push(outcome);
      await step("keep", failures.keep);
    },
    async settled(receipt) {
      receipts.push(receipt);
      await step("settled");
    },
    leave: () => step("leave"),
    async drop() {
      await step("drop");
      return failures.isTakenOver !== true;
    },
  };
  const billing: Pick<BillingService, "settle" | "release" | "getCharges"> = {
    async getCharges() {
      const { standing, charges } = failures;
      if (charges !== undefined) throw charges;
      return {
        entries: standing === undefined ? [] : [{ ...standing, charge: { costUsd: standing.costUsd } } as never],
      };
    },
    async settle() {
      await step("charge", failures.settle);
      return { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };
    },
    async release(request) {
      released.push(request);
      await step("give back", failures.release);
      return {};
    },
  };
  const clock = createManualClock();
  const background = createBackground({ log: silentLog });
  const done = (made = charge) =>
    keepAndCharge({ billing: billing as BillingService, clock, log: silentLog, background }, ticket, made, answer);
  return { done, clock, steps, kept, released, receipts };
};

describe("an answer with an idempotency key", () => {
  it("is stored with its charge, then charged, then marked as charged", async () => {
    const { done, steps, kept, receipts } = setUp();
    expect(await done()).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
    expect(steps).toEqual(["keep", "charge", "settled"]);
    expect(SettleRequest.decode(kept[0]?.charge ?? Buffer.of()).model).toBe("test/model");
    expect(kept[0]?.answer).toBe(answer);
    expect(SettleResponse.decode(receipts[0] ?? Buffer.of())).toMatchObject({ costUsd: "0.5", costNanoMxn: 9n });
  });

  it("that can't be stored costs nothing: key and hold are released", async () => {
    const { done, steps, released } = setUp({ keep: new CenoteError("overloaded") });
    await expect(done(undelivered)).rejects.toMatchObject({ code: "overloaded" });
    expect(steps).toEqual(["keep", "drop", "give back"]);
    expect(released).toMatchObject([
      { context: { requestId: "req_1" }, model: "test/model", record: { outcome: "overloaded" } },
    ]);
  });

  it("that another process took over is left to that process, including its hold", async () => {
    const { done, steps } = setUp({ keep: new CenoteError("idempotency_conflict"), isTakenOver: true });
    await expect(done(undelivered)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(steps).toEqual(["keep", "drop"]);
  });

  it("that was delivered is charged even if it can't be stored, and its key is left to a retry that pays no more", async () => {
    const { done, steps } = setUp({ keep: new CenoteError("overloaded") });
    expect(await done()).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
    expect(steps).toEqual(["keep", "leave", "charge"]);
  });

  it("that was delivered while another process took the call over is paid to that process", async () => {
    const { done, steps } = setUp({ keep: new CenoteError("idempotency_conflict"), isTakenOver: true });
    await expect(done()).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(steps).toEqual(["keep", "drop"]);
  });

  it("made once more, after the first answer was charged and could not be stored, costs what that one did", async () => {
    const { done, steps, receipts, released } = setUp({
      settle: new CenoteError("idempotency_conflict"),
      isResumed: true,
      standing: { costUsd: "0.25", amountNanoMxn: -5n },
    });
    expect(await done()).toEqual({ costUsd: "0.25", costNanoMxn: 5n });
    // The call made once more had a hold of its own, which that charge does not close.
    expect(steps).toEqual(["keep", "charge", "settled", "give back"]);
    expect(released[0]?.record?.outcome).toBe("idempotency_conflict");
    expect(SettleResponse.decode(receipts[0] ?? Buffer.of())).toMatchObject({ costUsd: "0.25", costNanoMxn: 5n });
  });

  it("made once more, is left to the next request if what the first one was charged can't be read", async () => {
    const { done, steps } = setUp({
      settle: new CenoteError("idempotency_conflict"),
      isResumed: true,
      charges: new CenoteError("overloaded"),
    });
    await expect(done()).rejects.toMatchObject({ code: "overloaded", retryable: true });
    expect(steps).toEqual(["keep", "charge", "leave"]);
  });

  it("whose charge is rejected releases the key and the hold", async () => {
    const { done, steps, released } = setUp({ settle: new CenoteError("insufficient_balance") });
    await expect(done()).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(steps).toEqual(["keep", "charge", "drop", "give back"]);
    expect(released[0]?.record?.outcome).toBe("insufficient_balance");
  });

  it("reports why its charge was rejected even if the hold can't be released", async () => {
    const { done, clock, steps } = setUp({
      settle: new CenoteError("insufficient_balance"),
      release: new CenoteError("overloaded"),
    });
    const outcome = done().catch((error: unknown) => error);
    while (!steps.includes("give back")) await clock.advance(0);
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ code: "insufficient_balance" });
  });

  it("under whose id something else was charged keeps its key, without a receipt", async () => {
    const { done, steps, receipts } = setUp({ settle: new CenoteError("idempotency_conflict") });
    await expect(done()).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(steps).toEqual(["keep", "charge", "settled"]);
    expect(receipts).toEqual([undefined]);
  });

  it.each([
    ["undelivered", true, ["keep", "charge", "leave"]],
    ["delivered, which is charged even if nobody asks again", false, ["keep", "charge", "leave", "charge"]],
  ])("whose charge has an unknown outcome is left to the next request, and may be retried: %s", async (...given) => {
    const [, requiresHold, expected] = given;
    const { done, steps, clock } = setUp({ settle: new CenoteError("internal_error") });
    const outcome = done({ ...charge, requiresHold }).catch((error: unknown) => ({
      error,
      hasLeft: steps.includes("leave"),
    }));
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({ error: { code: "internal_error", retryable: true }, hasLeft: true });
    await clock.advance(60_000);
    expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual(expected);
  });
});
