import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger, type LedgerOptions } from "./create-ledger";
import type { Ledger } from "./ledger";
import type { EntryView } from "./ledger-reads";
import type { LedgerStore } from "./store";
import { verify } from "../testing/verify";

const ORG = "11111111-1111-4111-8111-111111111111";
const TTL_MS = 60_000;
const charge = sampleCharge();
const mxn = (units: number) => nanoMxn(BigInt(units));

const setUp = (limits: LedgerOptions["limits"] = {}) => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const replica = () => createLedger({ store, clock, log: silentLog, limits });
  return { clock, store, replica, ledger: replica() };
};

const credit = (ledger: Ledger, amount: number, id = "free") =>
  ledger.credit(ORG, { id, amount: mxn(amount), note: "" });
const hold = async (ledger: Ledger, callId: string, amount: number) =>
  ledger.hold(ORG, { callId, amount: mxn(amount), ttlMs: TTL_MS });
const settle = (ledger: Ledger, callId: string, amount: number) =>
  ledger.settle(ORG, { callId, amount: mxn(amount), charge });
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe("a call through the ledger", () => {
  it("holds at once, is confirmed once durable, and is charged for actual usage", async () => {
    const { ledger } = setUp();
    expect(await credit(ledger, 100)).toEqual({
      id: "free",
      amount: 100n,
      charge: undefined,
      balance: 100n,
      available: 100n,
    });
    expect(await hold(ledger, "a", 30)).toEqual({ held: 30n, available: 70n });
    await ledger.confirmHold(ORG, "a");
    expect(await ledger.balance(ORG)).toEqual({ balance: 100n, held: 30n });
    expect(await settle(ledger, "a", 12)).toEqual({
      id: "settle:a",
      amount: 12n,
      charge,
      balance: 88n,
      available: 88n,
    });
    expect(await ledger.balance(ORG)).toEqual({ balance: 88n, held: 0n });
  });

  it("is rejected if nothing is available", async () => {
    const { ledger } = setUp();
    await expect(hold(ledger, "a", 1)).rejects.toMatchObject({ code: "insufficient_balance" });
    await credit(ledger, 10);
    await hold(ledger, "a", 10);
    await expect(hold(ledger, "b", 1)).rejects.toMatchObject({ code: "insufficient_balance" });
  });

  it("can grow its hold, and learns what is held and available", async () => {
    const { ledger } = setUp();
    await credit(ledger, 10);
    await hold(ledger, "a", 4);
    expect(await ledger.growHold(ORG, { callId: "a", amount: mxn(15) })).toEqual({ held: 15n, available: -5n });
    expect(await ledger.growHold(ORG, { callId: "a", amount: mxn(3) })).toEqual({ held: 15n, available: -5n });
    expect(await ledger.growHold(ORG, { callId: "b", amount: mxn(3) })).toEqual({ held: 0n, available: -5n });
  });

  it("leaves no trace on the balance when released", async () => {
    const { clock, ledger } = setUp();
    await credit(ledger, 10);
    await hold(ledger, "a", 4);
    await ledger.release(ORG, { callId: "a", charge });
    await ledger.release(ORG, { callId: "a", charge });
    const released = ledger.release(ORG, { callId: "never held", charge });
    for (let looks = 0; looks < 10; looks++) await clock.advance(1_000);
    await released;
    expect(await ledger.balance(ORG)).toEqual({ balance: 10n, held: 0n });
  });

  it("can be confirmed after it has ended", async () => {
    const { ledger } = setUp();
    await credit(ledger, 10);
    await Promise.all([
      hold(ledger, "a", 4),
      settle(ledger, "a", 4),
      hold(ledger, "b", 4),
      ledger.release(ORG, { callId: "b", charge }),
    ]);
    await ledger.confirmHold(ORG, "a");
    await ledger.confirmHold(ORG, "b");
  });

  it("can be confirmed on another replica, also on one that knows the account as it was before", async () => {
    const { ledger, replica } = setUp();
    await credit(ledger, 10);
    const other = replica();
    await other.balance(ORG);
    await hold(ledger, "a", 4);
    await ledger.confirmHold(ORG, "a");
    await replica().confirmHold(ORG, "a");
    await other.confirmHold(ORG, "a");
  });

  it("is not confirmed if no replica knows its hold", async () => {
    const { ledger, clock } = setUp();
    await credit(ledger, 10);
    const confirmed = ledger.confirmHold(ORG, "lost");
    confirmed.catch(() => {});
    await clock.advance(60_000);
    await expect(confirmed).rejects.toMatchObject({ code: "overloaded" });
  });
});

describe("a repeated command", () => {
  it.each(["at the same time", "later", "after a restart", "on another replica"])(
    "is posted once: %s",
    async (when) => {
      const { ledger, replica } = setUp();
      const both = async (command: (on: Ledger) => Promise<unknown>) => {
        const first = command(ledger);
        if (when === "at the same time") return Promise.all([first, command(ledger)]);
        await first;
        if (when === "after a restart") await ledger.close();
        return [await first, await command(when === "later" ? ledger : replica())];
      };
      const [first, second] = await both((on) => credit(on, 100));
      expect(second).toEqual(first);
      if (when === "after a restart") return;
      await hold(ledger, "a", 10);
      const [one, two] = await both((on) => settle(on, "a", 8));
      expect(two).toEqual(one);
      expect(await ledger.balance(ORG)).toEqual({ balance: 92n, held: 0n });
    },
  );

  it("is a conflict with another amount, however long ago the first one was", async () => {
    const { ledger } = setUp({ maxRememberedPostings: 1 });
    await credit(ledger, 100);
    await settle(ledger, "a", 8);
    await settle(ledger, "b", 1);
    await expect(settle(ledger, "a", 9)).rejects.toMatchObject({ code: "idempotency_conflict" });
    await expect(credit(ledger, 99)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await settle(ledger, "a", 8)).toMatchObject({ amount: 8n, balance: 91n });
  });

  it("returns the existing charge if only its price changed", async () => {
    const { ledger } = setUp();
    await credit(ledger, 100);
    await settle(ledger, "a", 8);
    const dearer = sampleCharge({ fx: { mxnPerUsd: "25", source: "banxico", atMs: 1 }, costUsd: "0.000378" });
    expect(await ledger.settle(ORG, { callId: "a", amount: mxn(10), charge: dearer })).toMatchObject({
      amount: 8n,
      charge,
      balance: 92n,
    });
  });

  it("does not clash with the same id in another organization", async () => {
    const { ledger } = setUp();
    await credit(ledger, 5);
    await ledger.credit("other", { id: "free", amount: mxn(7), note: "" });
    expect(await ledger.balance("other")).toEqual({ balance: 7n, held: 0n });
  });
});

describe("holds that are due", () => {
  it("expire in the background, and their late settlement still posts once", async () => {
    const { ledger, clock } = setUp();
    await credit(ledger, 10);
    await hold(ledger, "a", 4);
    await ledger.confirmHold(ORG, "a");
    await clock.advance(TTL_MS - 1);
    expect(await ledger.balance(ORG)).toEqual({ balance: 10n, held: 4n });
    await clock.advance(10_000);
    expect(await ledger.balance(ORG)).toEqual({ balance: 10n, held: 0n });
    await settle(ledger, "a", 3);
    await settle(ledger, "a", 3);
    expect(await ledger.balance(ORG)).toEqual({ balance: 7n, held: 0n });
  });

  it("never keep a new call out, whether swept yet or not", async () => {
    const { ledger, clock } = setUp({ sweepIntervalMs: 10 * TTL_MS });
    await credit(ledger, 10);
    await hold(ledger, "a", 10);
    await clock.advance(TTL_MS + 1);
    expect(await hold(ledger, "b", 3)).toEqual({ held: 3n, available: 7n });
  });

  it("expire once, however many replicas sweep", async () => {
    const { ledger, replica, clock } = setUp();
    const others = [replica(), replica()];
    await credit(ledger, 10);
    await hold(ledger, "a", 4);
    await ledger.confirmHold(ORG, "a");
    await Promise.all(others.map((other) => other.balance(ORG)));
    await clock.advance(2 * TTL_MS);
    const { entries } = await ledger.entries(ORG, { size: 10 });
    expect(entries.map((entry) => entry.type)).toEqual(["expire", "hold", "credit"]);
  });

  it("expire when their organization's account is opened after a crash", async () => {
    const { ledger, replica, clock } = setUp();
    await credit(ledger, 10);
    await hold(ledger, "a", 4);
    await ledger.close();
    await clock.advance(2 * TTL_MS);
    expect(await replica().balance(ORG)).toEqual({ balance: 10n, held: 0n });
  });
});

describe("replicas of one organization", () => {
  it("see each other's postings before rejecting a call", async () => {
    const { ledger, replica } = setUp();
    const other = replica();
    await expect(hold(other, "a", 1)).rejects.toMatchObject({ code: "insufficient_balance" });
    await credit(ledger, 5);
    expect(await hold(other, "a", 1)).toEqual({ held: 1n, available: 4n });
  });

  it("admit one of 200 concurrent calls when the balance covers one", async () => {
    const { ledger, replica } = setUp();
    await credit(ledger, 10);
    const replicas = [ledger, replica(), replica(), replica()];
    await Promise.all(replicas.map((each) => each.balance(ORG)));
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const each = replicas[index % replicas.length] ?? ledger;
        try {
          await hold(each, `call-${index}`, 10);
          await each.confirmHold(ORG, `call-${index}`);
          return "served";
        } catch (error) {
          return (error as { code: string }).code;
        }
      }),
    );
    expect(outcomes.filter((outcome) => outcome === "served")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "insufficient_balance")).toHaveLength(199);
    expect(await ledger.balance(ORG)).toEqual({ balance: 10n, held: 10n });
  });

  it("open one hold for a call admitted on two of them", async () => {
    const { ledger, replica } = setUp();
    const other = replica();
    await credit(ledger, 10);
    await other.balance(ORG);
    await Promise.all([hold(ledger, "a", 4), hold(other, "a", 4)]);
    await Promise.all([ledger.confirmHold(ORG, "a"), other.confirmHold(ORG, "a")]);
    expect(await ledger.balance(ORG)).toEqual({ balance: 10n, held: 4n });
  });
});

describe("entries", () => {
  const all = async (ledger: Ledger, size: number): Promise<EntryView[]> => {
    const list: EntryView[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await ledger.entries(ORG, { size, ...(cursor !== undefined && { cursor }) });
      list.push(...page.entries);
      if (page.next === undefined) return list;
      cursor = page.next;
    }
  };

  it("are listed newest first, each with the balance after it", async () => {
    const { ledger, clock } = setUp();
    await ledger.credit(ORG, { id: "free", amount: mxn(50), note: "welcome" });
    await clock.advance(1_000);
    await Promise.all([
      hold(ledger, "a", 10),
      settle(ledger, "a", 12),
      ledger.adjust(ORG, { id: "sorry", amount: mxn(2), note: "" }),
    ]);
    const { entries, next } = await ledger.entries(ORG, { size: 10 });
    expect(next).toBeUndefined();
    expect(
      entries.map(({ seq, id, type, amount, balance, callId }) => [seq, id, type, amount, balance, callId]),
    ).toEqual([
      [2, "sorry", "adjust", 2n, 40n, undefined],
      [2, "settle:a", "settle", -12n, 38n, "a"],
      [2, "hold:a", "hold", 10n, 50n, "a"],
      [1, "free", "credit", 50n, 50n, undefined],
    ]);
    expect(entries[1]).toMatchObject({ charge, atMs: clock.nowMs(), note: "" });
    expect(entries[3]).toMatchObject({ charge: undefined, note: "welcome" });
  });

  it.each([1, 2, 3, 7, 100])("are complete and in order in pages of %i", async (size) => {
    const { ledger } = setUp({ maxBlockEntries: 5 });
    await credit(ledger, 1_000);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        [1, 2, 3, 4, 5, 6].flatMap((call) => [
          hold(ledger, `${round}.${call}`, 1),
          settle(ledger, `${round}.${call}`, 1),
        ]),
      );
    }
    const everything = await all(ledger, 500);
    expect(everything).toHaveLength(49);
    expect(await all(ledger, size)).toEqual(everything);
  });

  it("are an empty page for an organization without a journal; an invalid cursor is rejected", async () => {
    const { ledger } = setUp();
    expect(await ledger.entries(ORG, { size: 5 })).toEqual({ entries: [], next: undefined });
    await expect(ledger.entries(ORG, { size: 5, cursor: "DROP" })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "page.cursor",
    });
  });
});

describe("the ledger rejects", () => {
  it.each<[string, (ledger: Ledger) => Promise<unknown>, string]>([
    ["a negative hold", (ledger) => hold(ledger, "a", -1), "amount"],
    ["a negative charge", (ledger) => settle(ledger, "a", -1), "amount"],
    ["a negative credit", (ledger) => credit(ledger, -1), "amount"],
    [
      "an amount beyond all money",
      (ledger) => ledger.credit(ORG, { id: "x", amount: nanoMxn(10n ** 18n + 1n), note: "" }),
      "amount",
    ],
    [
      "a hold for no time",
      async (ledger) => ledger.hold(ORG, { callId: "a", amount: mxn(1), ttlMs: 0 }),
      "hold_ttl_ms",
    ],
    [
      "a hold forever",
      async (ledger) => ledger.hold(ORG, { callId: "a", amount: mxn(1), ttlMs: Number.POSITIVE_INFINITY }),
      "hold_ttl_ms",
    ],
    ["an empty id", (ledger) => credit(ledger, 1, ""), "id"],
    ["an id without end", (ledger) => credit(ledger, 1, "x".repeat(501)), "id"],
    ["a note without end", (ledger) => ledger.credit(ORG, { id: "x", amount: mxn(1), note: "x".repeat(501) }), "note"],
  ])("%s", async (_, command, param) => {
    const { ledger } = setUp();
    await expect(command(ledger)).rejects.toMatchObject({ code: "invalid_request_error", param });
  });

  it("anything once it is closing; what was accepted is committed", async () => {
    const { ledger, store } = setUp();
    const accepted = credit(ledger, 5);
    const closed = ledger.close();
    await expect(credit(ledger, 5, "late")).rejects.toMatchObject({ code: "overloaded" });
    await closed;
    expect(await accepted).toMatchObject({ balance: 5n });
    expect(await store.readCheckpoint(ORG)).toMatchObject({ seq: 1, balance: 5n });
  });
});

describe("closing", () => {
  it("ends only when the checkpoints are written, or have failed", async () => {
    const { store: memory, clock } = setUp();
    const gates = [deferred(), deferred()];
    const writing: string[] = [];
    const store: LedgerStore = {
      ...memory,
      async writeCheckpoint(checkpoint) {
        await gates[writing.push(checkpoint.organizationId) - 1]?.promise;
        return memory.writeCheckpoint(checkpoint);
      },
    };
    const ledger = createLedger({ store, clock, log: silentLog });
    for (const organization of ["a", "b"]) await ledger.credit(organization, { id: "free", amount: mxn(5), note: "" });
    const ended: string[] = [];
    const closed = ledger.close().then(() => ended.push("closed"));
    await turn();
    gates[0]?.reject(new Error("the database is away"));
    await turn();
    expect({ writing, ended }).toEqual({ writing: ["a", "b"], ended: [] });
    gates[1]?.resolve();
    await closed;
    expect(await memory.readCheckpoint("a")).toBeUndefined();
    expect(await memory.readCheckpoint("b")).toMatchObject({ seq: 1, balance: 5n });
  });
});

describe("opening an account", () => {
  it("reads on from the newest checkpoint rather than from the first block", async () => {
    const { ledger, store, clock } = setUp({ checkpointEveryBlocks: 10 });
    for (let block = 1; block <= 25; block++) await credit(ledger, 1, `${block}`);
    const from: number[] = [];
    const watched = {
      ...store,
      blocksAfter: (organizationId: string, seq: number) => {
        from.push(seq);
        return store.blocksAfter(organizationId, seq);
      },
    };
    const other = createLedger({ store: watched, clock, log: silentLog });
    expect(await hold(other, "a", 1)).toEqual({ held: 1n, available: 24n });
    // The checkpoint's block is the first.
    expect(from).toEqual([19]);
  });

  it.each([
    ["holds that don't add up", { openHolds: [] }],
    ["another hash", { hash: "f".repeat(64) }],
    ["another balance", { balance: mxn(1_000_000) }],
    ["a seq past the end", { seq: 99 }],
  ])("does not trust a checkpoint with %s", async (_, change) => {
    const { ledger, store, replica } = setUp();
    await credit(ledger, 5);
    await hold(ledger, "a", 1);
    await ledger.confirmHold(ORG, "a");
    const base = (await store.blocksBefore(ORG, 99, 1))[0];
    await store.writeCheckpoint({
      organizationId: ORG,
      seq: 2,
      hash: base?.hash ?? "",
      balance: mxn(5),
      held: mxn(1),
      openHolds: [{ callId: "a", amount: mxn(1), expiresAtMs: 1 }],
      ...change,
    });
    expect(await replica().balance(ORG)).toEqual({ balance: 5n, held: 1n });
  });

  it("keeps a limited number in memory without losing anything", async () => {
    const { ledger } = setUp({ maxAccounts: 10 });
    const organizations = Array.from({ length: 45 }, (_, index) => `org-${index}`);
    for (const organization of organizations) {
      await ledger.credit(organization, { id: "free", amount: mxn(5), note: "" });
      await ledger.hold(organization, { callId: "a", amount: mxn(1), ttlMs: TTL_MS });
    }
    for (const organization of organizations)
      expect(await ledger.balance(organization)).toEqual({ balance: 5n, held: 1n });
    expect(await verify(ledger)).toEqual({ ok: true, organizations: 45, blocks: 90, entries: 90 });
  });

  it("evicts the least recently used idle one, after writing its checkpoint", async () => {
    const opened: string[] = [];
    const gate = deferred();
    const memory = createMemoryLedgerStore();
    const store: LedgerStore = {
      ...memory,
      async append(block) {
        if (block.organizationId === "org-0" && block.seq === 2) await gate.promise;
        return memory.append(block);
      },
      async readCheckpoint(organizationId) {
        opened.push(organizationId);
        return memory.readCheckpoint(organizationId);
      },
    };
    const clock = createManualClock();
    const ledger = createLedger({ store, clock, log: silentLog, limits: { maxAccounts: 10 } });
    const organizations = Array.from({ length: 10 }, (_, index) => `org-${index}`);
    for (const organization of organizations) {
      await ledger.credit(organization, { id: "free", amount: mxn(5), note: "" });
      await clock.advance(1);
    }
    const underWay = ledger.credit("org-0", { id: "more", amount: mxn(5), note: "" });
    for (const organization of organizations.slice(1)) {
      await clock.advance(1);
      await ledger.balance(organization);
    }
    await ledger.balance("org-10");
    for (const organization of organizations.slice(2)) await ledger.balance(organization);
    gate.resolve();
    expect(await underWay).toMatchObject({ balance: 10n });
    expect(opened).toEqual([...organizations, "org-10"]);
    expect(await memory.readCheckpoint("org-1")).toMatchObject({ seq: 1, balance: 5n });
    expect(await ledger.balance("org-1")).toEqual({ balance: 5n, held: 0n });
    expect(opened.at(-1)).toBe("org-1");
  });

  it("fails on a journal that was tampered with", async () => {
    const { ledger, store, clock } = setUp();
    await credit(ledger, 5);
    const tampered: LedgerStore = {
      ...store,
      async *blocksAfter(organizationId, seq) {
        for await (const block of store.blocksAfter(organizationId, seq)) yield { ...block, balance: mxn(5_000) };
      },
    };
    const other = createLedger({ store: tampered, clock, log: silentLog });
    await expect(hold(other, "a", 1)).rejects.toMatchObject({ code: "internal_error" });
    await expect(credit(other, 1, "x")).rejects.toMatchObject({ code: "internal_error" });
  });
});
