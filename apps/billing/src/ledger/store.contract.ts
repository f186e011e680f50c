import { nanoMxn } from "@cenote/core";
import { sampleCharge } from "../testing/sample-charge";
import { type Block, GENESIS_HASH, sealBlock } from "./block";
import type { Entry } from "./entry";
import type { Checkpoint, LedgerStore, UsageDay } from "./store";

/** A journal with one block for each list of entries. */
const journal = (organizationId: string, entries: readonly (readonly Entry[])[]): Block[] => {
  const blocks: Block[] = [];
  for (const [index, list] of entries.entries()) {
    const head = { organizationId, seq: index, hash: blocks.at(-1)?.hash ?? GENESIS_HASH };
    blocks.push(
      sealBlock(head, { balance: nanoMxn(BigInt(index)), held: nanoMxn(0n) }, list, Date.UTC(2026, 0, 1, 12) + index),
    );
  }
  return blocks;
};

const credit = (id: string): Entry => ({ type: "credit", id, amount: nanoMxn(5n), note: "" });
const hold = (callId: string): Entry => ({
  type: "hold",
  callId,
  amount: nanoMxn(7n),
  expiresAtMs: Date.UTC(2026, 5, 1),
});
const settle = (callId: string): Entry => ({ type: "settle", callId, amount: nanoMxn(3n), charge: sampleCharge() });

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};

const seqs = (blocks: readonly Block[]) => blocks.map((block) => block.seq);

const usageDay = (changes: Partial<UsageDay> = {}): UsageDay => ({
  organizationId: "a",
  day: "2026-01-02",
  throughSeq: 3,
  rows: [
    {
      model: "openai/gpt-4.1",
      calls: 2,
      failedCalls: 1,
      inputTokens: 2n ** 60n,
      cachedInputTokens: 1n,
      outputTokens: 2n,
      images: 3n,
      seconds: 4n,
      cost: nanoMxn(2n ** 61n + 1n),
    },
  ],
  keys: [
    {
      keyId: "key-1",
      calls: 1,
      failedCalls: 0,
      inputTokens: 2n ** 59n,
      cachedInputTokens: 1n,
      outputTokens: 2n,
      images: 3n,
      seconds: 4n,
      cost: nanoMxn(2n ** 60n + 1n),
    },
  ],
  ...changes,
});

const checkpoint = (changes: Partial<Checkpoint> = {}): Checkpoint => ({
  organizationId: "a",
  seq: 10,
  hash: "h",
  balance: nanoMxn(2n ** 62n),
  held: nanoMxn(9n),
  openHolds: [{ callId: "c", amount: nanoMxn(9n), expiresAtMs: Date.UTC(2026, 5, 1) }],
  ...changes,
});

/** What every LedgerStore does. @param open Returns an empty store. */
export const describeLedgerStore = (name: string, open: () => Promise<LedgerStore>): void => {
  describe(name, () => {
    let store: LedgerStore;
    beforeEach(async () => {
      store = await open();
    });

    const append = async (blocks: readonly Block[]) => {
      for (const block of blocks) expect(await store.append(block)).toBe("committed");
    };

    it("returns blocks of every kind of entry unchanged", async () => {
      const blocks = journal("a", [
        [
          { type: "credit", id: "top-up", amount: nanoMxn(2n ** 62n + 1n), note: "ñandú \u{1F9CA} \u0000" },
          { type: "adjust", id: "correction", amount: nanoMxn(-1n), note: "" },
          hold("c1"),
          settle("c1"),
          { type: "release", callId: "c2", amount: nanoMxn(7n), charge: sampleCharge() },
          { type: "release", callId: "c3", amount: nanoMxn(7n), charge: undefined },
          { type: "expire", callId: "c4", amount: nanoMxn(7n) },
        ],
      ]);
      await append(blocks);
      expect(await collect(store.blocksAfter("a", 0))).toEqual(blocks);
    });

    it("keeps amounts, counts and fractions of a millisecond exactly", async () => {
      const charge = sampleCharge({ usage: [{ unit: "second", quantity: 2n ** 63n - 1n, variant: "" }] });
      const record = { ...charge.record, durationMs: 12.345, firstContentMs: 0 };
      const blocks = journal("a", [
        [{ type: "settle", callId: "c", amount: nanoMxn(10n ** 18n), charge: { ...charge, record } }],
      ]);
      await append(blocks);
      expect(await collect(store.blocksAfter("a", 0))).toEqual(blocks);
    });

    it("accepts a seq once", async () => {
      const [first] = journal("a", [[credit("1")]]) as [Block];
      const [other] = journal("a", [[credit("2")]]) as [Block];
      await append([first]);
      expect(await store.append(other)).toBe("taken");
      expect(await store.append(first)).toBe("taken");
      expect(await collect(store.blocksAfter("a", 0))).toEqual([first]);
    });

    it("accepts one of several concurrent blocks with the same seq", async () => {
      const rivals = Array.from({ length: 8 }, (_, index) => journal("a", [[credit(`${index}`)]])[0] as Block);
      const outcomes = await Promise.all(rivals.map((block) => store.append(block)));
      expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
      expect(await collect(store.blocksAfter("a", 0))).toEqual([rivals[outcomes.indexOf("committed")]]);
    });

    it("accepts or rejects each block separately when many organizations append at once", async () => {
      const organizations = Array.from({ length: 30 }, (_, index) => `org-${String(index).padStart(2, "0")}`);
      const first = organizations.map((organization) => journal(organization, [[credit("1")]])[0] as Block);
      const again = organizations.map((organization) => journal(organization, [[credit("2")]])[0] as Block);
      await append(first.filter((_, index) => index % 3 === 0));
      const outcomes = await Promise.all([...first, ...again].map((block) => store.append(block)));
      for (const [index, organization] of organizations.entries()) {
        const isThere = index % 3 === 0;
        const committed = [outcomes[index], outcomes[30 + index]].filter((outcome) => outcome === "committed");
        expect(committed).toHaveLength(isThere ? 0 : 1);
        const winner = isThere || outcomes[index] === "committed" ? first[index] : again[index];
        expect(await collect(store.blocksAfter(organization, 0))).toEqual([winner]);
      }
    });

    it("accepts an idempotency key once, whichever block and entries it comes with", async () => {
      const blocks = journal("a", [[credit("1"), settle("c")], [credit("2")], [hold("x"), credit("3"), settle("c")]]);
      await append(blocks.slice(0, 2));
      expect(await store.append(blocks[2] as Block)).toBe("taken");
      expect(seqs(await collect(store.blocksAfter("a", 0)))).toEqual([1, 2]);
    });

    it("accepts any number of blocks without a key, and the same key in different organizations", async () => {
      await append([
        ...journal("a", [[hold("1")], [hold("1")], [settle("1")]]),
        ...journal("b", [[hold("1")], [settle("1")]]),
      ]);
    });

    it("finds the blocks in which keys were posted", async () => {
      await append(journal("a", [[credit("1")], [settle("c"), credit("2")], [hold("c")], [settle("d")]]));
      await append(journal("b", [[settle("c")]]));
      expect(seqs(await store.blocksWithKeys("a", ["settle:c", "credit:2", "settle:e"]))).toEqual([2]);
      expect(seqs(await store.blocksWithKeys("a", ["settle:d", "credit:1"])).toSorted((a, b) => a - b)).toEqual([1, 4]);
      expect(await store.blocksWithKeys("a", ["credit:c"])).toEqual([]);
    });

    it("finds what was credited or adjusted, each once, from a time on", async () => {
      const adjust = (id: string): Entry => ({ type: "adjust", id, amount: nanoMxn(-2n), note: "" });
      const blocks = journal("a", [
        [credit("1")],
        [settle("c")],
        [hold("d")],
        [settle("d"), adjust("3")],
        [settle("e"), credit("4"), adjust("5"), credit("6")],
        [settle("f")],
      ]);
      await append(blocks);
      await append(journal("b", [[credit("1")]]));
      const idsSince = async (fromMs: number) =>
        (await collect(store.creditsSince("a", fromMs))).map(({ seq, entry }) => `${seq} ${entry.id}`).sort();
      expect(await idsSince(0)).toEqual(["1 1", "4 3", "5 4", "5 5", "5 6"]);
      const [atMs = 0, entries = []] = [blocks[3]?.atMs, blocks[3]?.entries];
      expect(await idsSince(atMs)).toEqual(["4 3", "5 4", "5 5", "5 6"]);
      expect(await idsSince(atMs + 1)).toEqual(["5 4", "5 5", "5 6"]);
      expect(await collect(store.creditsSince("a", atMs))).toContainEqual({ seq: 4, atMs, entry: entries[1] });
      expect(await collect(store.creditsSince("nobody", 0))).toEqual([]);
    });

    it("reads a journal forward from a seq, beyond one page of the database", async () => {
      const blocks = journal(
        "a",
        Array.from({ length: 450 }, (_, index) => [hold(`${index}`)]),
      );
      await append(blocks);
      await append(journal("b", [[credit("1")]]));
      expect(seqs(await collect(store.blocksAfter("a", 40)))).toEqual(seqs(blocks).slice(40));
      expect(await collect(store.blocksAfter("a", 450))).toEqual([]);
      expect(await collect(store.blocksAfter("nobody", 0))).toEqual([]);
    });

    it("reads a journal backward", async () => {
      await append(journal("a", [[credit("1")], [credit("2")], [credit("3")], [credit("4")]]));
      expect(seqs(await store.blocksBefore("a", 4, 2))).toEqual([3, 2]);
      expect(seqs(await store.blocksBefore("a", 5, 10))).toEqual([4, 3, 2, 1]);
      expect(await store.blocksBefore("a", 1, 2)).toEqual([]);
      expect(await store.blocksBefore("nobody", 1, 2)).toEqual([]);
    });

    it("reads a journal backward beyond one page of the database", async () => {
      const blocks = journal(
        "a",
        Array.from({ length: 130 }, (_, index) => [hold(`${index}`)]),
      );
      await append(blocks);
      expect(seqs(await store.blocksBefore("a", 131, 1_000))).toEqual(seqs(blocks).reverse());
      expect(seqs(await store.blocksBefore("a", 121, 70))).toEqual(seqs(blocks).slice(50, 120).reverse());
    });

    it("lists every organization with a journal once, with its last block", async () => {
      expect(await collect(store.ends())).toEqual([]);
      await append([...journal("b", [[credit("1")], [credit("2")]]), ...journal("a", [[credit("1")]])]);
      expect(await collect(store.ends())).toEqual([
        { organizationId: "a", lastSeq: 1 },
        { organizationId: "b", lastSeq: 2 },
      ]);
      expect(await collect(store.ends("b"))).toEqual([{ organizationId: "b", lastSeq: 2 }]);
      expect(await collect(store.ends("nobody"))).toEqual([]);
    });

    it("lists an organization whose journal is gone, if there is a checkpoint of it", async () => {
      await append(journal("b", [[credit("1")]]));
      await store.writeCheckpoint(checkpoint({ organizationId: "b", seq: 1 }));
      await store.writeCheckpoint(checkpoint({ organizationId: "a" }));
      const gone = { organizationId: "a", lastSeq: 0 };
      expect(await collect(store.ends())).toEqual([{ organizationId: "b", lastSeq: 1 }, gone]);
      expect(await collect(store.ends("a"))).toEqual([gone]);
    });

    it("lists an organization whose journal is gone with its checkpoint, if there is usage of it", async () => {
      await append([...journal("b", [[credit("1")]]), ...journal("d", [[credit("1")]])]);
      await store.writeUsageDay(usageDay({ organizationId: "b" }), undefined);
      for (const day of ["2026-01-02", "2026-01-03"])
        await store.writeUsageDay(usageDay({ organizationId: "c", day }), undefined);
      await store.writeCheckpoint(checkpoint({ organizationId: "a" }));
      expect(await collect(store.ends())).toEqual([
        { organizationId: "b", lastSeq: 1 },
        { organizationId: "d", lastSeq: 1 },
        { organizationId: "a", lastSeq: 0 },
        { organizationId: "c", lastSeq: 0 },
      ]);
      expect(await collect(store.ends("c"))).toEqual([{ organizationId: "c", lastSeq: 0 }]);
      expect(await collect(store.ends("nobody"))).toEqual([]);
    });

    it("keeps the newest checkpoint", async () => {
      expect(await store.readCheckpoint("a")).toBeUndefined();
      await store.writeCheckpoint(checkpoint());
      await store.writeCheckpoint(checkpoint({ seq: 12, hash: "i", openHolds: [] }));
      await store.writeCheckpoint(checkpoint({ seq: 11, hash: "late" }));
      expect(await store.readCheckpoint("a")).toEqual(checkpoint({ seq: 12, hash: "i", openHolds: [] }));
    });

    it("advances a day's usage only from its current position", async () => {
      expect(await store.writeUsageDay(usageDay(), 2)).toBe(false);
      expect(await store.writeUsageDay(usageDay(), undefined)).toBe(true);
      expect(await store.writeUsageDay(usageDay({ throughSeq: 9 }), undefined)).toBe(false);
      expect(await store.writeUsageDay(usageDay({ throughSeq: 5, rows: [], keys: [] }), 3)).toBe(true);
      expect(await store.writeUsageDay(usageDay({ throughSeq: 6 }), 3)).toBe(false);
      expect(await store.readUsageDays("a", "2026-01-02", "2026-01-02")).toEqual([
        usageDay({ throughSeq: 5, rows: [], keys: [] }),
      ]);
    });

    it("returns usage by day, in order, and the last day projected", async () => {
      const days = ["2026-01-01", "2026-01-02", "2026-01-31", "2026-02-01"].map((day, index) =>
        usageDay({ day, throughSeq: [4, 3, 9, 7][index] ?? 0 }),
      );
      for (const day of days) await store.writeUsageDay(day, undefined);
      await store.writeUsageDay(usageDay({ organizationId: "b", throughSeq: 100 }), undefined);
      expect(await store.readUsageDays("a", "2026-01-02", "2026-01-31")).toEqual([days[1], days[2]]);
      expect((await store.usageDayEnds("a")).toSorted((one, other) => one.throughSeq - other.throughSeq)).toEqual([
        { day: "2026-01-02", throughSeq: 3 },
        { day: "2026-01-01", throughSeq: 4 },
        { day: "2026-02-01", throughSeq: 7 },
        { day: "2026-01-31", throughSeq: 9 },
      ]);
      expect(await store.usageDayEnds("c")).toEqual([]);
      expect(await store.projectedSeq("a")).toBe(9);
      expect(await store.projectedSeq("c")).toBe(0);
    });

    it("moves a day on without touching its sums, only from its current position", async () => {
      const on = { organizationId: "a", day: "2026-01-02", throughSeq: 5 };
      expect(await store.advanceUsageDay(on, 3)).toBe(false);
      await store.writeUsageDay(usageDay(), undefined);
      expect(await store.advanceUsageDay(on, 2)).toBe(false);
      expect(await store.advanceUsageDay(on, 3)).toBe(true);
      expect(await store.readUsageDays("a", "", "9999-12-31")).toEqual([usageDay({ throughSeq: 5 })]);
    });

    it("returns the calls of keys by day, newest first", async () => {
      const days = Array.from({ length: 40 }, (_, index) => `2026-0${index < 20 ? 1 : 2}-${10 + (index % 20)}`);
      for (const day of days) await store.writeUsageDay(usageDay({ day }), undefined);
      const { keys: _, ...byModel } = usageDay();
      const keys = [{ keyId: "key-1", calls: 1, failedCalls: 0 }];
      const wanted = days.filter((day) => day >= "2026-01-12" && day <= "2026-02-27").toReversed();
      expect(await collect(store.usageDayCalls("a", "2026-01-12", "2026-02-27"))).toEqual(
        wanted.map((day) => ({ ...byModel, day, keys })),
      );
    });

    it("returns usage by model without what each key used", async () => {
      const { keys, ...byModel } = usageDay();
      expect(keys).not.toEqual([]);
      await store.writeUsageDay(usageDay(), undefined);
      expect(await store.readUsageDaysByModel("a", byModel.day, byModel.day)).toEqual([byModel]);
      expect(await store.readUsageDaysByModel("a", "", "9999-12-31")).toEqual([byModel]);
    });
  });
};
