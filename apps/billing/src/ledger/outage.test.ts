import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

/** How long a rejected caller may have to wait. */
const REFUSED_WITHIN_MS = 10_000;

/**
 * A ledger whose database, once taken away, answers nothing, or refuses everything after a delay as its driver does.
 */
const setUp = async (refusesAfterMs?: number) => {
  const clock = createManualClock();
  const memory = createMemoryLedgerStore();
  let isAway = false;
  const store = createFaultyStore(memory, async (_operation, run) => {
    if (!isAway) return run();
    if (refusesAfterMs === undefined) return new Promise<never>(() => {});
    await new Promise<void>((resolve) => {
      clock.setTimer(resolve, refusesAfterMs);
    });
    throw new Error("connection refused");
  });
  const ledger = createLedger({ store, clock, log: silentLog });
  await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
  /** The outcome, and how long it took. */
  const timed = async (work: () => Promise<unknown>) => {
    const startMs = clock.monotonicMs();
    const done = work()
      .then(
        () => "ok",
        (error: unknown) => (error as { code: string }).code,
      )
      .then((outcome) => ({ outcome, tookMs: clock.monotonicMs() - startMs }));
    await clock.advance(15_000);
    return done;
  };
  return {
    ledger,
    memory,
    timed,
    takeAway: () => {
      isAway = true;
    },
    bringBack: () => {
      isAway = false;
    },
  };
};

describe.each([
  ["that is silent", undefined],
  ["that refuses after ten seconds", 10_000],
  ["that refuses at once", 0],
])("a database %s", (_name, refusesAfterMs) => {
  test("rejects a new call in time, including the release of its hold", async () => {
    const { ledger, timed, takeAway } = await setUp(refusesAfterMs);
    takeAway();
    const { outcome, tookMs } = await timed(async () => {
      await ledger.hold(ORG, { callId: "a", amount: mxn(1), ttlMs: 60_000 });
      try {
        await ledger.confirmHold(ORG, "a");
      } catch (error) {
        await ledger.release(ORG, { callId: "a", charge }).catch(() => {});
        throw error;
      }
    });
    expect(outcome).toBe("overloaded");
    expect(tookMs).toBeLessThanOrEqual(REFUSED_WITHIN_MS + 500);
  });

  test("fails reads in time, and quickly once it is known to be down", async () => {
    const { ledger, timed, takeAway } = await setUp(refusesAfterMs);
    takeAway();
    const reads = [
      () => ledger.balance(ORG),
      () => ledger.entries(ORG, { size: 5 }),
      () => ledger.charges(ORG, ["a"]),
      () => ledger.usage(ORG, "2026-01-01", "2026-01-02"),
    ];
    for (const read of reads) {
      const { outcome, tookMs } = await timed(read);
      expect(outcome).toBe("overloaded");
      expect(tookMs).toBeLessThanOrEqual(REFUSED_WITHIN_MS);
    }
    if (refusesAfterMs !== 0) expect((await timed(() => ledger.balance(ORG))).tookMs).toBeLessThanOrEqual(1_500);
  });

  test("renews no hold, and does not say so: the renewal is asked for again", async () => {
    const { ledger, timed, takeAway, bringBack } = await setUp(refusesAfterMs);
    await ledger.hold(ORG, { callId: "a", amount: mxn(1), ttlMs: 90_000 });
    await timed(() => ledger.confirmHold(ORG, "a"));
    const renew = () => timed(() => ledger.growHold(ORG, { callId: "a", amount: mxn(0), ttlMs: 90_000 }));
    takeAway();
    expect((await renew()).outcome).toBe("overloaded");
    bringBack();
    expect((await renew()).outcome).toBe("ok");
    await timed(async () => {});
    for (let turns = 0; turns < 3; turns++) await timed(async () => {});
    expect((await ledger.balance(ORG)).held).toBe(1n);
  });

  test("is trusted again on its first answer, and a charge is made once", async () => {
    const { ledger, memory, timed, takeAway, bringBack } = await setUp(refusesAfterMs);
    takeAway();
    expect((await timed(() => ledger.settle(ORG, { callId: "a", amount: mxn(1), charge }))).outcome).toBe("overloaded");
    bringBack();
    expect((await timed(() => ledger.settle(ORG, { callId: "a", amount: mxn(1), charge }))).outcome).toBe("ok");
    expect((await timed(() => ledger.settle(ORG, { callId: "a", amount: mxn(1), charge }))).outcome).toBe("ok");
    expect((await ledger.balance(ORG)).balance).toBe(99n);
    expect((await memory.blocksBefore(ORG, 3, 5)).flatMap(({ entries }) => entries.map(({ type }) => type))).toEqual([
      "settle",
      "credit",
    ]);
  });
});
