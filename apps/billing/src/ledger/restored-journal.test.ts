import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";
import type { LedgerStore } from "./store";
import { verify } from "../testing/verify";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

/** A ledger that runs while its database is replaced by a backup of it. */
const setUp = async () => {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (fields: object, message: string) => errors.push({ message, ...fields }) };
  let database = createMemoryLedgerStore();
  const current = new Proxy({} as LedgerStore, {
    get: (_, operation: keyof LedgerStore) => database[operation].bind(database),
  });
  const store = createFaultyStore(current, (_operation, run) => run());
  const ledger = createLedger({ store, clock, log });
  const credit = (id: string, by = ledger) => by.credit(ORG, { id, amount: mxn(10), note: "" });
  await credit("1");
  await credit("2");
  const seqs = async () => {
    const list: number[] = [];
    for await (const { seq } of database.blocksAfter(ORG, 0)) list.push(seq);
    return list;
  };
  return {
    clock,
    ledger,
    errors,
    credit,
    seqs,
    /** @param blocks How many the backup has. */
    restore: async (blocks: number) => {
      const backup = createMemoryLedgerStore();
      for await (const block of database.blocksAfter(ORG, 0)) if (block.seq <= blocks) await backup.append(block);
      database = backup;
    },
    /** Another process, started on what is there now. */
    replica: () => createLedger({ store: current, clock, log }),
    /** The work, and all the time it needs. */
    inTime: async <T>(work: Promise<T>): Promise<T> => {
      work.catch(() => {});
      await clock.advance(10_000);
      return work;
    },
  };
};

describe("a ledger whose database lost its newest blocks while it ran", () => {
  test("builds no block on one that is gone, says so, and goes on from the end of the journal", async () => {
    const { clock, ledger, errors, credit, seqs, restore, inTime } = await setUp();
    await restore(1);
    await clock.advance(2_000);
    await expect(inTime(credit("3"))).rejects.toMatchObject({ code: "overloaded" });
    expect(await seqs()).toEqual([1]);
    expect(errors).toContainEqual(
      expect.objectContaining({
        message: "ledger commands were given up",
        error: expect.objectContaining({
          message: "block 2, which was committed, is no longer in the journal: was the database restored meanwhile?",
        }),
      }),
    );
    expect(await inTime(credit("3"))).toMatchObject({ balance: mxn(20) });
    expect(await seqs()).toEqual([1, 2]);
    expect(await verify(ledger, ORG)).toMatchObject({ ok: true, blocks: 2 });
  });

  test("finds it out as soon as it reads, however shortly after its last commit", async () => {
    const { ledger, restore, inTime } = await setUp();
    await restore(1);
    await expect(inTime(ledger.balance(ORG))).rejects.toMatchObject({ code: "overloaded" });
    expect(await inTime(ledger.balance(ORG))).toMatchObject({ balance: mxn(10) });
  });

  test("builds no block beside what another process has written since", async () => {
    const { clock, ledger, credit, restore, replica, inTime } = await setUp();
    await restore(1);
    await credit("elsewhere", replica());
    await clock.advance(2_000);
    await expect(inTime(credit("3"))).rejects.toMatchObject({ code: "internal_error" });
    expect(await inTime(credit("3"))).toMatchObject({ balance: mxn(30) });
    expect(await verify(ledger, ORG)).toMatchObject({ ok: true, blocks: 3 });
  });
});

test("a busy ledger does not look for the block that it has just committed", async () => {
  const clock = createManualClock();
  const reads: string[] = [];
  const store = createFaultyStore(createMemoryLedgerStore(), (operation, run) => {
    if (operation === "blocksAfter") reads.push(operation);
    return run();
  });
  const ledger = createLedger({ store, clock, log: silentLog });
  const settle = (callId: string) => ledger.settle(ORG, { callId, amount: mxn(1), charge });
  await settle("a");
  reads.length = 0;
  for (const callId of ["b", "c"]) {
    await clock.advance(500);
    await settle(callId);
  }
  expect(reads).toEqual([]);
});
