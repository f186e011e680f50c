import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { type Block, GENESIS_HASH, sealBlock } from "./block";
import { createLedger } from "./create-ledger";
import type { Entry } from "./entry";
import type { LedgerStore } from "./store";
import { verifySteps } from "./verify";
import { verifyLedger } from "../testing/verify";

const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

/** Two organizations with five blocks each, projections and checkpoints in place. */
const setUp = async () => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store, clock, log: silentLog, limits: { checkpointEveryBlocks: 2 } });
  for (const organization of ["a", "b"]) {
    await ledger.credit(organization, { id: "free", amount: mxn(100), note: "" });
    for (const call of ["1", "2"]) {
      await ledger.hold(organization, { callId: call, amount: mxn(10), ttlMs: 60_000 });
      await ledger.confirmHold(organization, call);
      await ledger.settle(organization, { callId: call, amount: mxn(7), charge });
    }
  }
  await ledger.hold("b", { callId: "open", amount: mxn(3), ttlMs: 60_000 });
  await ledger.confirmHold("b", "open");
  await ledger.close();
  return { store, clock };
};

const cheaper = (entry: Entry): Entry =>
  entry.type === "settle" ? { ...entry, charge: sampleCharge({ model: "cheaper" }) } : entry;

/** The store with organization b's blocks changed as they are read. */
const withBlocks = (store: LedgerStore, change: (blocks: Block[]) => readonly Block[]): LedgerStore => {
  const changed = async (organizationId: string, seq: number): Promise<readonly Block[]> => {
    const blocks: Block[] = [];
    for await (const block of store.blocksAfter(organizationId, seq)) blocks.push(block);
    return organizationId === "b" ? change(blocks) : blocks;
  };
  return {
    ...store,
    async *blocksAfter(organizationId, seq) {
      yield* await changed(organizationId, seq);
    },
    async *ends(only) {
      for await (const { organizationId } of store.ends(only)) {
        yield { organizationId, lastSeq: Math.max(0, ...(await changed(organizationId, 0)).map(({ seq }) => seq)) };
      }
    },
  };
};

/** Blocks from `seq` on, rebuilt with valid hashes, as an attacker who knows the format would. */
const forge = (blocks: readonly Block[], seq: number, change: (block: Block) => Partial<Block>): Block[] => {
  const forged: Block[] = [];
  for (const block of blocks) {
    const changed = block.seq === seq ? { ...block, ...change(block) } : block;
    const hash = forged.at(-1)?.hash ?? GENESIS_HASH;
    forged.push(
      block.seq < seq
        ? block
        : sealBlock({ organizationId: "b", seq: block.seq - 1, hash }, changed, changed.entries, changed.atMs),
    );
  }
  return forged;
};

describe("verify", () => {
  it("reports how much it checked when everything is right", async () => {
    const { store } = await setUp();
    expect(await verifyLedger(store)).toEqual({ ok: true, organizations: 2, blocks: 11, entries: 11 });
    expect(await verifyLedger(store, "a")).toEqual({ ok: true, organizations: 1, blocks: 5, entries: 5 });
    expect(await verifyLedger(createMemoryLedgerStore())).toEqual({
      ok: true,
      organizations: 0,
      blocks: 0,
      entries: 0,
    });
  });

  it.each<[string, (blocks: Block[]) => readonly Block[], number, string]>([
    [
      "a changed amount",
      (blocks) =>
        blocks.map((block) =>
          block.seq === 3 ? { ...block, entries: block.entries.map((entry) => ({ ...entry, amount: mxn(1) })) } : block,
        ),
      3,
      "hash differs",
    ],
    [
      "a changed record of a call",
      (blocks) => blocks.map((block) => (block.seq === 3 ? { ...block, entries: block.entries.map(cheaper) } : block)),
      3,
      "hash differs",
    ],
    ["a missing block", (blocks) => blocks.filter((block) => block.seq !== 4), 5, "block 4 is missing"],
    [
      "a block twice",
      (blocks) => blocks.flatMap((block) => (block.seq === 2 ? [block, block] : [block])),
      2,
      "block 3 is missing",
    ],
    ["swapped blocks", (blocks) => [0, 2, 1].flatMap((index) => blocks[index] ?? []), 3, "block 2 is missing"],
    [
      "a history of another chain",
      (blocks) => [blocks[0], ...forge(blocks, 1, () => ({ atMs: 5 })).slice(1)].flatMap((block) => block ?? []),
      2,
      "previous hash differs",
    ],
    [
      "a forged balance",
      (blocks) => forge(blocks, 3, () => ({ balance: mxn(500) })),
      3,
      "balance 500 differs from the sum of postings 93",
    ],
    [
      "a forged charge",
      (blocks) =>
        forge(blocks, 3, (block) => ({ entries: block.entries.map((entry) => ({ ...entry, amount: mxn(0) })) })),
      3,
      "balance 93 differs",
    ],
    [
      "a journal that was cut short",
      (blocks) => blocks.slice(0, 5),
      6,
      "the journal ends at block 5, before its checkpoint",
    ],
  ])("finds %s, and where", async (_, change, seq, reason) => {
    const { store } = await setUp();
    expect(await verifyLedger(withBlocks(store, change))).toMatchObject({
      ok: false,
      organizations: 2,
      fault: { organizationId: "b", seq, reason: expect.stringContaining(reason) },
    });
  });

  it("finds a checkpoint that does not match", async () => {
    const { store } = await setUp();
    const standing = await store.readCheckpoint("b");
    const wrong = {
      ...store,
      readCheckpoint: async (organizationId: string) =>
        organizationId === "b" && standing !== undefined
          ? { ...standing, openHolds: [{ callId: "other", amount: mxn(3), expiresAtMs: 1 }] }
          : store.readCheckpoint(organizationId),
    };
    expect(await verifyLedger(wrong)).toMatchObject({
      ok: false,
      fault: { organizationId: "b", reason: expect.stringContaining("open holds differ") },
    });
  });

  it("notices that a journal is gone, by its checkpoint", async () => {
    const { store } = await setUp();
    const gone = withBlocks(store, () => []);
    expect(await verifyLedger(gone)).toMatchObject({
      ok: false,
      organizations: 2,
      fault: { organizationId: "b", seq: 6, reason: expect.stringContaining("the journal ends at block 0") },
    });
  });

  it("notices that a journal requested by name is gone with its checkpoint, by its usage", async () => {
    const { store } = await setUp();
    const emptied = withBlocks(store, () => []);
    const gone: LedgerStore = {
      ...emptied,
      readCheckpoint: async () => undefined,
      async *ends(only) {
        for await (const end of emptied.ends(only)) if (end.lastSeq > 0) yield end;
      },
    };
    expect(await verifyLedger(gone, "b")).toMatchObject({
      ok: false,
      organizations: 1,
      fault: { organizationId: "b", seq: 6, reason: "usage: the journal ends at block 0" },
    });
  });

  it("notices that a journal is gone with all that was derived from it, if it is known that there was one", async () => {
    const { store } = await setUp();
    const known = async function* () {
      yield* ["b", "c"];
    };
    const fault = { organizationId: "c", seq: 0, reason: "its journal is gone" };
    const counts = { organizations: 3, blocks: 11 };
    expect(await verifyLedger(store, undefined, known())).toMatchObject({ ok: false, ...counts, fault });
    const only = async function* () {
      yield "c";
    };
    expect(await verifyLedger(store, "c", only())).toMatchObject({ ok: false, organizations: 1, fault });
  });

  it("takes no journal for gone that began after their ends were looked for", async () => {
    const { store } = await setUp();
    const { balance, held, entries, atMs } = (await store.blocksBefore("a", 2, 1))[0] as Block;
    const known = async function* () {
      await store.append(
        sealBlock({ organizationId: "c", seq: 0, hash: GENESIS_HASH }, { balance, held }, entries, atMs),
      );
      yield "c";
    };
    expect(await verifyLedger(store, undefined, known())).toMatchObject({ ok: true, organizations: 3, blocks: 12 });
  });

  it("notices what lies among the blocks and is none", async () => {
    const { store } = await setUp();
    const haunted: LedgerStore = {
      ...store,
      async *ends(only) {
        for await (const end of store.ends(only)) yield { ...end, strayId: `${end.organizationId}:"ghost"` };
      },
    };
    expect(await verifyLedger(haunted)).toMatchObject({
      ok: false,
      blocks: 5,
      fault: {
        organizationId: "a",
        seq: 0,
        reason: 'among its blocks is one that is not in the journal: "a:\\"ghost\\""',
      },
    });
  });

  it("notices that another organization's journal was put in place of one", async () => {
    const { store } = await setUp();
    const moved = withBlocks(store, (blocks) => blocks);
    const instead: LedgerStore = {
      ...moved,
      blocksAfter: (organizationId, seq) => store.blocksAfter(organizationId === "b" ? "a" : organizationId, seq),
      readCheckpoint: async () => undefined,
      readUsageDays: async () => [],
      usageDayEnds: async () => [],
    };
    expect(await verifyLedger(instead)).toMatchObject({
      ok: false,
      fault: { organizationId: "b", seq: 1, reason: "it belongs to another journal" },
    });
  });

  it("notices that the last block can't be read", async () => {
    const { store } = await setUp();
    const cut: LedgerStore = {
      ...withBlocks(store, (blocks) => blocks.slice(0, 5)),
      ends: (only) => store.ends(only),
      readCheckpoint: async () => undefined,
    };
    expect(await verifyLedger(cut, "b")).toMatchObject({
      ok: false,
      blocks: 5,
      fault: { organizationId: "b", seq: 6, reason: "block 6 is missing" },
    });
  });

  it("finds usage that does not match the journal", async () => {
    const { store } = await setUp();
    const wrong: LedgerStore = {
      ...store,
      async readUsageDays(...given) {
        return (await store.readUsageDays(...given)).map(({ rows, ...day }) =>
          Object.assign(day, { rows: rows.map((row) => ({ ...row, calls: row.calls + 1 })) }),
        );
      },
    };
    expect(await verifyLedger(wrong)).toMatchObject({
      ok: false,
      fault: {
        organizationId: "a",
        seq: 5,
        reason: expect.stringMatching(
          /usage of 2026-01-01: openai\/gpt-4o-mini: calls 3, .* in the projection, calls 2, .* in the journal/,
        ),
      },
    });
  });

  it.each([
    ["more calls than are its own", { calls: 3 }, "key key-1: calls 3,"],
    ["another cost", { cost: mxn(13) }, "key key-1: .* cost 13 in the projection, .* cost 14 in the journal"],
    [
      "calls of another",
      { keyId: "key-2", calls: 1 },
      "key key-2: calls 1, .* in the projection, nothing in the journal",
    ],
  ])("finds a key with %s", async (_name, changes, reason) => {
    const { store } = await setUp();
    const wrong: LedgerStore = {
      ...store,
      async readUsageDays(...given) {
        return (await store.readUsageDays(...given)).map(({ keys, ...day }) =>
          Object.assign(day, { keys: keys.map((row) => ({ ...row, ...changes })) }),
        );
      },
    };
    expect(await verifyLedger(wrong)).toMatchObject({
      ok: false,
      fault: { organizationId: "a", seq: 5, reason: expect.stringMatching(reason) },
    });
  });

  it("finds a day missing from the projection", async () => {
    const { store, clock } = await setUp();
    await clock.advance(24 * 3_600_000);
    const ledger = createLedger({ store, clock, log: silentLog });
    await ledger.settle("a", { callId: "3", amount: mxn(7), charge });
    await ledger.usage("a", "2026-01-01", "2026-01-02");
    const wrong: LedgerStore = {
      ...store,
      async readUsageDays(...given) {
        return (await store.readUsageDays(...given)).filter(({ day }) => day !== "2026-01-01");
      },
    };
    expect(await verifyLedger(wrong, "a")).toMatchObject({
      ok: false,
      fault: { seq: 1, reason: "usage: the block is left out of 2026-01-01" },
    });
  });

  it("tells how far it is, and reads no further than its listener follows", async () => {
    const { store } = await setUp();
    let head = { seq: 0, hash: GENESIS_HASH };
    const long: Block[] = Array.from({ length: 3_000 }, (_, index) => {
      const entry: Entry = { type: "credit", id: `${index}`, amount: mxn(1), note: "" };
      const balance = mxn(index + 1);
      const block = sealBlock({ organizationId: "long", ...head }, { balance, held: mxn(0) }, [entry], index);
      head = block;
      return block;
    });
    let reads = 0;
    const journal: LedgerStore = {
      ...store,
      async *blocksAfter() {
        for (const block of long) {
          reads++;
          yield block;
        }
      },
      async *ends() {
        yield { organizationId: "long", lastSeq: long.length };
      },
      readCheckpoint: async () => undefined,
      readUsageDays: async () => [],
      usageDayEnds: async () => [],
    };
    const told: number[] = [];
    for await (const { organizations, blocks, entries, result } of verifySteps(journal)) {
      expect({ entries, organizations }).toEqual({ entries: blocks, organizations: result === undefined ? 0 : 1 });
      told.push(blocks);
    }
    expect(told.slice(-2)).toEqual([3_000, 3_000]);
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    reads = 0;
    for await (const { blocks } of verifySteps(journal)) if (blocks > 0) break;
    expect(reads).toBe(told[0]);
  });

  it("tolerates a projection that advances during the check", async () => {
    const { store } = await setUp();
    let reads = 0;
    const moving: LedgerStore = {
      ...store,
      async readUsageDays(...given) {
        const days = await store.readUsageDays(...given);
        return reads++ === 0 ? days.map((day) => ({ ...day, rows: [] })) : days;
      },
    };
    expect(await verifyLedger(moving, "a")).toMatchObject({ ok: true });
  });
});
