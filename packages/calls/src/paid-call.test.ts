import type {
  AdmitRequest,
  AdmitResponse,
  BillingService,
  GrowHoldRequest,
  ReleaseRequest,
  SettleRequest,
} from "@cenote/contracts";
import { CenoteError, createBackground, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createHoldRenewals, RENEWED_BEFORE_MS, RENEWED_HOLD_TTL_MS } from "./hold-renewals";
import { admitCall, type AdmittableCall, type PaidCall } from "./paid-call";

/** Every hold is renewed once by then. */
const RENEWAL_MS = RENEWED_HOLD_TTL_MS - RENEWED_BEFORE_MS;

const context = { requestId: "req_1", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" };
const recordOf = (outcome: string) => ({
  kind: "chat",
  stream: false,
  outcome,
  attempts: [],
  durationMs: 1,
  firstContentMs: 0,
});
const charge = { model: "test/answering", usage: [], record: recordOf("ok") };
const away = () => new CenoteError("overloaded");

const setUp = (of: Partial<Record<"admitted", Partial<AdmitResponse>>> = {}) => {
  const clock = createManualClock();
  const admitted: AdmitRequest[] = [];
  const grown: GrowHoldRequest[] = [];
  const settled: SettleRequest[] = [];
  const released: ReleaseRequest[] = [];
  const failures: { settle?: CenoteError[]; confirm?: CenoteError; release?: CenoteError[] } = {};
  const billing: Pick<BillingService, "admit" | "confirmHold" | "growHold" | "settle" | "release"> = {
    async admit(request) {
      admitted.push(request);
      return { heldNanoMxn: 1n, rateLimits: undefined, ...of.admitted };
    },
    async confirmHold() {
      if (failures.confirm !== undefined) throw failures.confirm;
      return {};
    },
    async growHold(request) {
      grown.push(request);
      return { heldNanoMxn: 2n, availableNanoMxn: 7n, coveredOutputTokens: 5 };
    },
    async settle(request) {
      settled.push(request);
      const failure = failures.settle?.shift();
      if (failure !== undefined) throw failure;
      return { costUsd: "0.5", costNanoMxn: 9n, availableNanoMxn: 1n };
    },
    async release(request) {
      released.push(request);
      const failure = failures.release?.shift();
      if (failure !== undefined) throw failure;
      return {};
    },
  };
  const background = createBackground({ log: silentLog });
  const parts = { billing: billing as BillingService, clock, log: silentLog, background };
  const renewals = createHoldRenewals(parts);
  const admit = (call: Partial<AdmittableCall> = {}) =>
    admitCall(parts, { context, model: "test/asked", estimate: [], renewals, ...call } as AdmittableCall);
  return { clock, admitted, grown, settled, released, failures, admit };
};

describe("a paid call", () => {
  it("is admitted with the model whose price is held, and knows what billing said", async () => {
    const { admit, admitted } = setUp({ admitted: { watched: true, outputLimit: 64 } });
    expect(await admit({ heldModel: "test/dear" })).toMatchObject({ mustNotOverdraw: true, outputLimit: 64 });
    expect(admitted).toMatchObject([{ context, model: "test/dear", holdTtlMs: RENEWED_HOLD_TTL_MS }]);
    expect((await setUp().admit()).mustNotOverdraw).toBe(false);
  });

  it("fails if its hold is rejected in the end", async () => {
    const { admit, failures } = setUp();
    const paid = await admit();
    failures.confirm = new CenoteError("insufficient_balance");
    await expect(paid.confirm()).rejects.toMatchObject({ code: "insufficient_balance" });
  });

  it("raises its hold, and learns how far that went", async () => {
    const { admit, grown } = setUp();
    const paid = await admit();
    expect(await paid.grow("test/answering", [])).toEqual({ available: 7n, coveredOutputTokens: 5 });
    expect(grown).toMatchObject([{ context, model: "test/answering", holdTtlMs: RENEWED_HOLD_TTL_MS }]);
  });

  it("is charged without its hold if it was delivered, else only with it", async () => {
    const { admit, settled } = setUp();
    expect(await (await admit()).settle(charge)).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
    expect(await (await admit()).settleUndelivered(charge)).toEqual({ costUsd: "0.5", costNanoMxn: 9n });
    expect(settled).toEqual([
      { context, ...charge, requiresHold: false },
      { context, ...charge, requiresHold: true },
    ]);
  });

  it("is held and charged at the terms of its admission, whoever charges it", async () => {
    const { admit, grown, settled } = setUp({ admitted: { terms: "those" } });
    const paid = await admit();
    expect(paid.terms).toBe("those");
    await paid.grow("test/answering", []);
    await (await admit()).settle(charge);
    await (await admit()).settleUndelivered(charge);
    const left = paid.handOver(charge);
    expect([...grown, ...settled, left].map(({ terms }) => terms)).toEqual(["those", "those", "those", "those"]);
  });

  it("is released under the model that was asked for", async () => {
    const { admit, released } = setUp();
    await (await admit({ heldModel: "test/dear" })).release(recordOf("cancelled"));
    expect(released).toEqual([{ context, model: "test/asked", record: recordOf("cancelled") }]);
  });

  it("that is not delivered and can't be charged is released", async () => {
    const { admit, released, failures } = setUp();
    const paid = await admit();
    failures.settle = [new CenoteError("insufficient_balance")];
    await expect(paid.settleUndelivered(charge)).rejects.toMatchObject({ code: "insufficient_balance" });
    await paid.release(recordOf("insufficient_balance"));
    expect(released).toHaveLength(1);
  });

  it("whose charge billing did not answer for 45 s waits no longer for its release, which comes as soon as billing is back", async () => {
    const { admit, clock, settled, released, failures } = setUp();
    const paid = await admit();
    failures.settle = Array.from({ length: 20 }, away);
    failures.release = [away(), away()];
    const settling = paid.settleUndelivered(charge);
    await Promise.all([expect(settling).rejects.toMatchObject({ retryable: false }), clock.advance(45_000)]);
    const tries = settled.length;
    const beforeMs = clock.passedMs();
    await paid.release(recordOf("overloaded"));
    expect(clock.passedMs()).toBe(beforeMs);
    expect(released).toHaveLength(1);
    await clock.advance(10_000);
    expect([settled.length, released.length]).toEqual([tries, 3]);
  });

  it("that is delivered is charged however late, and never released", async () => {
    const { admit, clock, settled, released, failures } = setUp();
    const paid = await admit();
    failures.settle = Array.from({ length: 20 }, away);
    const settling = paid.settle(charge);
    await Promise.all([expect(settling).rejects.toMatchObject({ retryable: false }), clock.advance(45_000)]);
    await paid.release(recordOf("overloaded"));
    await clock.advance(300_000);
    expect([settled.length, released.length]).toEqual([21, 0]);
  });

  it("that is handed over is charged and released by whoever has it now", async () => {
    const { admit, settled, released } = setUp();
    const paid = await admit();
    expect(paid.handOver(charge)).toEqual({ context, ...charge, requiresHold: true });
    await paid.release(recordOf("idempotency_conflict"));
    expect([settled, released]).toEqual([[], []]);
  });
});

describe("the hold of a paid call", () => {
  it.each<[string, (paid: PaidCall) => unknown]>([
    ["charged", (paid) => paid.settle(charge)],
    ["charged before it is delivered", (paid) => paid.settleUndelivered(charge)],
    ["handed over", (paid) => paid.handOver(charge)],
    ["released", (paid) => paid.release(recordOf("cancelled"))],
  ])("is renewed, as large as it is, until the call is %s", async (_end, end) => {
    const { admit, clock, grown } = setUp();
    const paid = await admit({ heldModel: "test/dear" });
    await clock.advance(RENEWAL_MS);
    expect(grown).toMatchObject([{ context, model: "test/dear", estimate: [], holdTtlMs: RENEWED_HOLD_TTL_MS }]);
    await end(paid);
    await clock.advance(3 * RENEWED_HOLD_TTL_MS);
    expect(grown).toHaveLength(1);
  });

  it("is renewed as the call wishes", async () => {
    const { admit, clock, grown } = setUp();
    const paid = await admit();
    let renewals = 0;
    paid.renewBy(async () => {
      renewals += 1;
    });
    await clock.advance(RENEWAL_MS);
    expect([renewals, grown]).toEqual([1, []]);
  });

  it("is not renewed if it outlives the longest call", async () => {
    const { admit, admitted, clock, grown } = setUp();
    const paid = await admit({ renewals: undefined, holdTtlMs: 180_000 });
    expect(admitted).toMatchObject([{ holdTtlMs: 180_000 }]);
    await clock.advance(400_000);
    expect(grown).toEqual([]);
    await paid.release(recordOf("cancelled"));
  });
});
