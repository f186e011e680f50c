import { DAY_MS, nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore, type StoreOperation } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";
import type { Ledger } from "./ledger";
import type { UsageSums } from "./ledger-reads";
import { DEFAULT_LEDGER_LIMITS } from "./limits";
import type { LedgerStore } from "./store";
import { verify } from "../testing/verify";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));

const setUp = () => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const open = (through: LedgerStore = store) => createLedger({ store: through, clock, log: silentLog });
  return { clock, store, open, ledger: open() };
};

let calls = 0;
const settle = (ledger: Ledger, cost: number, model = "openai/gpt-4.1", keyId = "key-1") =>
  ledger.settle(ORG, { callId: `call-${calls++}`, amount: mxn(cost), charge: sampleCharge({ model, keyId }) });
const january = (ledger: Ledger) => ledger.usage(ORG, "2026-01-01", "2026-01-31");

const byKey = async (ledger: Ledger) =>
  (await ledger.usageByKey(ORG, "2026-01-01", "2026-01-31")).map(
    (row) => `${row.day} ${row.keyId === "" ? "unknown" : row.keyId} ${row.calls} ${row.cost}`,
  );

/** What a process of a version before keys does to a store: it moves rows on, and leaves keys as they are. */
const withoutKeys = (store: LedgerStore): LedgerStore => ({
  ...store,
  async writeUsageDay(usage, expectedThroughSeq) {
    const [standing] = await store.readUsageDays(usage.organizationId, usage.day, usage.day);
    return store.writeUsageDay({ ...usage, keys: standing?.keys ?? [] }, expectedThroughSeq);
  },
});

const sums = async (ledger: Ledger) =>
  (await january(ledger)).map((row) => `${row.day} ${row.model} ${row.calls} ${row.cost}`);

describe("usage", () => {
  it("sums every unit by day and model", async () => {
    const { ledger } = setUp();
    const unit = (
      unit: "input_token" | "cache_write_token" | "cached_input_token" | "output_token" | "image" | "second",
      quantity: bigint,
    ) => ({ unit, quantity, variant: "" });
    const record = sampleCharge().record;
    await ledger.settle(ORG, {
      callId: "a",
      amount: mxn(5),
      charge: sampleCharge({
        usage: [
          unit("input_token", 1n),
          unit("cache_write_token", 10n),
          unit("cached_input_token", 2n),
          unit("output_token", 3n),
        ],
      }),
    });
    await ledger.settle(ORG, {
      callId: "b",
      amount: mxn(6),
      charge: sampleCharge({
        usage: [unit("image", 4n), unit("second", 2n ** 62n)],
        record: { ...record, outcome: "cancelled" },
      }),
    });
    await ledger.settle(ORG, {
      callId: "c",
      amount: mxn(1),
      charge: sampleCharge({ usage: [], record: { ...record, outcome: "provider_unavailable" } }),
    });
    expect(await january(ledger)).toEqual([
      {
        day: "2026-01-01",
        model: "openai/gpt-4o-mini",
        calls: 3,
        failedCalls: 1,
        inputTokens: 11n,
        cachedInputTokens: 2n,
        outputTokens: 3n,
        images: 4n,
        seconds: 2n ** 62n,
        cost: 12n,
      },
    ]);
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

describe("usage by key", () => {
  it("adds up to usage by model", async () => {
    const { ledger, clock } = setUp();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    for (const [index, keyId] of ["key-2", "key-1", "", "key-2"].entries()) {
      await settle(ledger, index + 1, `a/${index % 2}`, keyId);
      await ledger.hold(ORG, { callId: `failing-${index}`, amount: mxn(1), ttlMs: 1_000 });
      await ledger.release(ORG, {
        callId: `failing-${index}`,
        charge: sampleCharge({ keyId, record: { ...sampleCharge().record, outcome: "provider_unavailable" } }),
      });
      if (index === 2) await clock.advance(DAY_MS);
    }
    expect(await byKey(ledger)).toEqual([
      "2026-01-01 key-1 2 2",
      "2026-01-01 key-2 2 1",
      "2026-01-01 unknown 2 3",
      "2026-01-02 key-2 2 4",
    ]);
    const total = (rows: readonly UsageSums[]) =>
      rows.reduce(
        (sum, row) => ({
          calls: sum.calls + row.calls,
          failed: sum.failed + row.failedCalls,
          input: sum.input + row.inputTokens,
          output: sum.output + row.outputTokens,
          cost: sum.cost + row.cost,
        }),
        { calls: 0, failed: 0, input: 0n, output: 0n, cost: 0n },
      );
    const models = total(await january(ledger));
    expect(models).toEqual({ calls: 8, failed: 4, input: 4_800n, output: 1_200n, cost: 10n });
    expect(total(await ledger.usageByKey(ORG, "2026-01-01", "2026-01-31"))).toEqual(models);
  });

  it("has calls that an earlier version projected in a row without a key, even if both versions write the same day", async () => {
    const { store, open, clock } = setUp();
    const earlier = open(withoutKeys(store));
    const ledger = open();
    await settle(earlier, 1);
    expect(await sums(earlier)).toEqual(["2026-01-01 openai/gpt-4.1 1 1"]);
    expect(await byKey(ledger)).toEqual(["2026-01-01 unknown 1 1"]);
    await settle(ledger, 20);
    expect(await byKey(ledger)).toEqual(["2026-01-01 key-1 1 20", "2026-01-01 unknown 1 1"]);
    await settle(earlier, 300);
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    await settle(ledger, 4_000);
    expect(await byKey(ledger)).toEqual(["2026-01-01 key-1 2 4020", "2026-01-01 unknown 2 301"]);
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 4 4321"]);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("has every key after the projection was deleted", async () => {
    const { store, clock, open } = setUp();
    const earlier = open(withoutKeys(store));
    await settle(earlier, 1);
    await settle(earlier, 2, "a/b", "key-2");
    await earlier.close();
    const emptied = createMemoryLedgerStore();
    for await (const block of store.blocksAfter(ORG, 0)) await emptied.append(block);
    expect(await byKey(createLedger({ store: emptied, clock, log: silentLog }))).toEqual([
      "2026-01-01 key-1 1 1",
      "2026-01-01 key-2 1 2",
    ]);
  });

  it("has rows for a thousand keys a day, and counts all calls", async () => {
    const { ledger } = setUp();
    for (let index = 0; index < 1_001; index++) await settle(ledger, 1, "a/b", `key-${index}`);
    await settle(ledger, 1, "a/b", "key-0");
    const rows = await byKey(ledger);
    expect(rows).toHaveLength(1_001);
    expect(rows).toContain("2026-01-01 key-0 2 2");
    expect(rows.at(-1)).toBe("2026-01-01 unknown 1 1");
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });
});

describe("the projection", () => {
  it("is written about once a second, many blocks at a time", async () => {
    const { clock, store, open } = setUp();
    let writes = 0;
    const ledger = open(
      createFaultyStore(store, (operation, run) => {
        if (operation === "writeUsageDay") writes++;
        return run();
      }),
    );
    for (let count = 0; count < 20; count++) await settle(ledger, 1);
    expect(writes).toBe(0);
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    expect(writes).toBe(1);
    const [day] = await store.readUsageDays(ORG, "", "9999-12-31");
    expect(day).toMatchObject({ throughSeq: 20, rows: [{ calls: 20, cost: 20n }] });
    await clock.advance(60_000);
    expect(writes).toBe(1);
  });

  it("of a while in which no call was closed reads and writes no sums", async () => {
    const { clock, store, open } = setUp();
    const operations: StoreOperation[] = [];
    const ledger = open(
      createFaultyStore(store, (operation, run) => {
        if (operation.includes("Usage")) operations.push(operation);
        return run();
      }),
    );
    await settle(ledger, 1);
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    operations.length = 0;
    await ledger.credit(ORG, { id: "free", amount: mxn(9), note: "" });
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    expect(operations).toEqual(["advanceUsageDay"]);
    expect(await store.projectedSeq(ORG)).toBe(2);
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 1 1"]);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("counts each block once when replicas project at the same time", async () => {
    const { clock, open, ledger } = setUp();
    const replicas = [ledger, open(), open()];
    for (let round = 0; round < 5; round++) {
      await Promise.all(replicas.map((replica) => settle(replica, 1)));
      await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
      if (round === 3) await Promise.all(replicas.map((replica) => january(replica)));
    }
    expect(await sums(ledger)).toEqual(["2026-01-01 openai/gpt-4.1 15 15"]);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("resumes after a crash, whether or not its last write was answered", async () => {
    const { clock, store, open } = setUp();
    const fates = ["lose", "refuse"];
    const faulty = open(
      createFaultyStore(store, async (operation, run) => {
        const fate = operation === "writeUsageDay" ? fates.shift() : undefined;
        if (fate === "refuse") throw new Error("refused");
        const answer = await run();
        if (fate === "lose") throw new Error("lost");
        return answer;
      }),
    );
    await settle(faulty, 1);
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    await settle(faulty, 2);
    await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    const survivor = open();
    await settle(survivor, 4);
    expect(await sums(survivor)).toEqual(["2026-01-01 openai/gpt-4.1 3 7"]);
    expect(await verify(survivor)).toMatchObject({ ok: true });
  });

  it("is right even if replicas disagree on the day", async () => {
    const { clock, store, open, ledger } = setUp();
    const tomorrow = { ...clock, nowMs: () => clock.nowMs() + DAY_MS };
    const ahead = createLedger({ store, clock: tomorrow, log: silentLog });
    for (let round = 0; round < 3; round++) {
      await settle(ledger, 1);
      await settle(ahead, 10);
      if (round === 1) await clock.advance(DEFAULT_LEDGER_LIMITS.usageIntervalMs);
    }
    expect(await sums(open())).toEqual(["2026-01-01 openai/gpt-4.1 3 3", "2026-01-02 openai/gpt-4.1 3 30"]);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("is rebuilt from the journal if it was lost, however long the journal", async () => {
    const { store, clock, ledger } = setUp();
    for (let count = 0; count < 25; count++) await settle(ledger, 1);
    const lost = createMemoryLedgerStore();
    for await (const block of store.blocksAfter(ORG, 0)) await lost.append(block);
    const written: number[] = [];
    const watched: LedgerStore = {
      ...lost,
      writeUsageDay(usage, expectedThroughSeq) {
        written.push(usage.throughSeq);
        return lost.writeUsageDay(usage, expectedThroughSeq);
      },
    };
    const limits = { maxUsageBlocks: 7, usageTries: 1 };
    const other = createLedger({ store: watched, clock, log: silentLog, limits });
    expect(await sums(other)).toEqual(["2026-01-01 openai/gpt-4.1 25 25"]);
    expect(written).toEqual([7, 14, 21, 25]);
  });

  it("is written when its process stops", async () => {
    const { store, clock, ledger } = setUp();
    await settle(ledger, 1);
    const slow = createFaultyStore(store, async (_operation, run) => {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return run();
    });
    const stopping = createLedger({ store: slow, clock, log: silentLog });
    await settle(stopping, 1);
    await stopping.close();
    expect(await store.projectedSeq(ORG)).toBe(2);
  });
});
