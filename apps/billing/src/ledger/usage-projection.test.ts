import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { sampleCharge } from "./charge.sample";
import { createLedger } from "./create-ledger";
import { createFaultyStore } from "./faulty-store";
import type { Ledger } from "./ledger";
import { createMemoryLedgerStore } from "./memory-store";
import type { LedgerStore } from "./store";

const ORG = "org";
const DAY_MS = 24 * 3_600_000;
const mxn = (units: number) => nanoMxn(BigInt(units));

const setUp = () => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const open = (through: LedgerStore = store) => createLedger({ store: through, clock, log: silentLog });
  return { clock, store, open, ledger: open() };
};

let calls = 0;
const settle = (ledger: Ledger, cost: number, model = "openai/gpt-4.1") =>
  ledger.settle(ORG, { callId: `call-${calls++}`, amount: mxn(cost), charge: sampleCharge({ model }) });
const january = (ledger: Ledger) => ledger.usage(ORG, "2026-01-01", "2026-01-31");

const sums = async (ledger: Ledger) => (await january(ledger)).map((row) => `${row.day} ${row.model} ${row.calls} ${row.cost}`);

describe("usage", () => {
  it("sums every unit by day and model", async () => {
    const { ledger } = setUp();
    const unit = (unit: "input_token" | "cache_write_token" | "cached_input_token" | "output_token" | "image" | "second", quantity: bigint) => ({ unit, quantity, variant: "" });
    const record = sampleCharge().record;
    await ledger.settle(ORG, { callId: "a", amount: mxn(5), charge: sampleCharge({ usage: [unit("input_token", 1n), unit("cache_write_token", 10n), unit("cached_input_token", 2n), unit("output_token", 3n)] }) });
    await ledger.settle(ORG, { callId: "b", amount: mxn(6), charge: sampleCharge({ usage: [unit("image", 4n), unit("second", 2n ** 62n)], record: { ...record, outcome: "cancelled" } }) });
    await ledger.settle(ORG, { callId: "c", amount: mxn(1), charge: sampleCharge({ usage: [], record: { ...record, outcome: "provider_unavailable" } }) });
    expect(await january(ledger)).toEqual([{
      day: "2026-01-01", model: "openai/gpt-4o-mini", calls: 3, failedCalls: 1, inputTokens: 11n, cachedInputTokens: 2n,
      outputTokens: 3n, images: 4n, seconds: 2n ** 62n, cost: 12n,
    }]);
  });

  it("counts a failed call, but none of its estimated usage", async () => {
    const { ledger } = setUp();
    await ledger.credit(ORG, { id: "free", amount: mxn(10), note: "" });
    await ledger.hold(ORG, { callId: "a", amount: mxn(5), ttlMs: 1_000 });
    const record = { ...sampleCharge().record, outcome: "provider_unavailable" };
    await ledger.release(ORG, { callId: "a", charge: sampleCharge({ record }) });
    expect(await january(ledger)).toMatchObject([{ calls: 1, failedCalls: 1, outputTokens: 0n, cost: 0n }]);
  });

  it("includes everything committed by any replica, projected or not", async () => {
    const { ledger, open } = setUp();
    await settle(ledger, 3);
    await settle(open(), 4);
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 2 7"]);
    await settle(ledger, 1, "a/b");
    expect(await sums(ledger)).toEqual(["2026-01-01 a/b 1 1", "2026-01-01 openai/gpt-4.1 2 7"]);
  });

  it("is empty for days and organizations without calls", async () => {
    const { ledger } = setUp();
    expect(await january(ledger)).toEqual([]);
    await settle(ledger, 3);
    expect(await ledger.usage(ORG, "2026-01-02", "2026-01-31")).toEqual([]);
  });

  it("assigns a call to the day it was closed", async () => {
    const { ledger, clock } = setUp();
    await settle(ledger, 3);
    await clock.advance(DAY_MS - 1);
    await settle(ledger, 4);
    await clock.advance(1);
    await settle(ledger, 5);
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 2 7", "2026-01-02 openai/gpt-4.1 1 5"]);
  });
});

describe("the projection", () => {
  it("is written about once a second, many blocks at a time", async () => {
    const { clock, store, open } = setUp();
    let writes = 0;
    const ledger = open(createFaultyStore(store, (operation, run) => {
      if (operation === "writeUsageDay") writes++;
      return run();
    }));
    for (let count = 0; count < 20; count++) await settle(ledger, 1);
    expect(writes).toBe(0);
    await clock.advance(1_000);
    expect(writes).toBe(1);
    expect(await store.latestUsageDay(ORG)).toMatchObject({ throughSeq: 20, rows: [{ calls: 20, cost: 20n }] });
    await clock.advance(60_000);
    expect(writes).toBe(1);
  });

  it("counts each block once when replicas project at the same time", async () => {
    const { clock, open, ledger } = setUp();
    const replicas = [ledger, open(), open()];
    for (let round = 0; round < 5; round++) {
      await Promise.all(replicas.map((replica) => settle(replica, 1)));
      await clock.advance(1_000);
      if (round === 3) await Promise.all(replicas.map((replica) => january(replica)));
    }
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 15 15"]);
    expect(await ledger.verify()).toMatchObject({ ok: true });
  });

  it("resumes after a crash, whether or not its last write was answered", async () => {
    const { clock, store, open } = setUp();
    const fates = ["lose", "refuse"];
    const faulty = open(createFaultyStore(store, async (operation, run) => {
      const fate = operation === "writeUsageDay" ? fates.shift() : undefined;
      if (fate === "refuse") throw new Error("refused");
      const answer = await run();
      if (fate === "lose") throw new Error("lost");
      return answer;
    }));
    await settle(faulty, 1);
    await clock.advance(1_000);
    await settle(faulty, 2);
    await clock.advance(1_000);
    const survivor = open();
    await settle(survivor, 4);
    expect(await sums(survivor)).toEqual(["2026-01-01 openai/gpt-4.1 3 7"]);
    expect(await survivor.verify()).toMatchObject({ ok: true });
  });

  it("is right even if replicas disagree on the day", async () => {
    const { clock, store, open, ledger } = setUp();
    const tomorrow = { ...clock, nowMs: () => clock.nowMs() + DAY_MS };
    const ahead = createLedger({ store, clock: tomorrow, log: silentLog });
    for (let round = 0; round < 3; round++) {
      await settle(ledger, 1);
      await settle(ahead, 10);
      if (round === 1) await clock.advance(1_000);
    }
    expect(await sums(open())).toEqual(["2026-01-01 openai/gpt-4.1 3 3", "2026-01-02 openai/gpt-4.1 3 30"]);
    expect(await ledger.verify()).toMatchObject({ ok: true });
  });

  it("is rebuilt from the journal if it was lost, however long the journal", async () => {
    const { store, clock, ledger } = setUp();
    for (let count = 0; count < 25; count++) await settle(ledger, 1);
    const lost = createMemoryLedgerStore();
    for await (const block of store.blocksAfter(ORG, 0)) await lost.append(block);
    const other = createLedger({ store: lost, clock, log: silentLog, limits: { maxUsageBlocks: 7 } });
    expect(await sums(other)).toEqual(["2026-01-01 openai/gpt-4.1 25 25"]);
    expect(await lost.latestUsageDay(ORG)).toMatchObject({ throughSeq: 25 });
  });
});
