import { DAY_MS, nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import type { Block } from "./block";
import { createLedger } from "./create-ledger";
import type { EntryFilter } from "./ledger-reads";

const ORG = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const TOKEN = "33333333-3333-4333-8333-333333333333";
const START_MS = Date.UTC(2026, 2, 1);

interface Call {
  readonly id: string;
  readonly model?: string;
  readonly keyId?: string;
  readonly token?: string;
  readonly kind?: string;
  readonly outcome?: string;
}

const chargeOf = ({ model = "a/one", keyId = "key-1", token, kind = "chat", outcome = "ok" }: Call) => {
  const charge = sampleCharge();
  return {
    ...charge,
    model,
    keyId,
    record: { ...charge.record, kind, outcome },
    ...(token !== undefined && { budgets: [{ id: token, limit: nanoMxn(9n), expiresAtMs: Infinity }] }),
  };
};

const setUp = async (limits: { readonly maxSearchedEntries?: number } = {}) => {
  let nowMs = START_MS;
  const clock = { ...createManualClock(), nowMs: () => nowMs };
  const memory = createMemoryLedgerStore();
  let blocksRead = 0;
  const store: typeof memory = {
    ...memory,
    async blocksBefore(...given) {
      const blocks: readonly Block[] = await memory.blocksBefore(...given);
      blocksRead += blocks.length;
      return blocks;
    },
  };
  const ledger = createLedger({ store, clock, log: silentLog, limits });
  await ledger.credit(ORG, { id: "free", amount: nanoMxn(1_000n), note: "" });
  const charged = (call: Call, organizationId = ORG) =>
    ledger.settle(organizationId, { callId: call.id, amount: nanoMxn(1n), charge: chargeOf(call) });
  const failed = async (call: Call) => {
    await ledger.hold(ORG, { callId: call.id, amount: nanoMxn(1n), ttlMs: 60_000 });
    await ledger.confirmHold(ORG, call.id);
    await ledger.release(ORG, { callId: call.id, charge: chargeOf(call) });
  };
  /** All pages: the ids of each. */
  const pages = async (filter: EntryFilter, size = 100) => {
    const list: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const page = await ledger.entries(ORG, { size, filter, ...(cursor !== undefined && { cursor }) });
      list.push(page.entries.map(({ id }) => id));
      if (page.next === undefined) return list;
      cursor = page.next;
    }
  };
  const ids = async (filter: EntryFilter, size?: number) => (await pages(filter, size)).flat();
  const setTime = (atMs: number) => {
    nowMs = atMs;
  };
  return { setTime, charged, failed, pages, ids, read: () => blocksRead };
};

describe("entries with a filter", () => {
  it("are those of the calls to which every field applies, from all pages", async () => {
    const { charged, failed, ids } = await setUp();
    await charged({ id: "plain" });
    await charged({ id: "two", model: "a/two", keyId: "key-2" });
    await charged({ id: "token", model: "b/one", token: TOKEN });
    await charged({ id: "picture", kind: "image" });
    await charged({ id: "left", outcome: "cancelled" });
    await failed({ id: "fault", outcome: "provider_unavailable" });

    expect(await ids({ model: "a/two" })).toEqual(["settle:two"]);
    expect(await ids({ model: "b/*" })).toEqual(["settle:token"]);
    expect(await ids({ model: "a" })).toEqual([]);
    expect(await ids({ model: "a/o*" })).toEqual([]);
    expect(await ids({ model: "ab/*" })).toEqual([]);
    expect(await ids({ keyId: "key-2" })).toEqual(["settle:two"]);
    expect(await ids({ clientTokenId: TOKEN })).toEqual(["settle:token"]);
    expect(await ids({ kind: "image" })).toEqual(["settle:picture"]);
    expect(await ids({ outcome: "failed" })).toEqual(["release:fault"]);
    expect(await ids({ outcome: "provider_unavailable" })).toEqual(["release:fault"]);
    expect(await ids({ outcome: "cancelled" })).toEqual(["settle:left"]);
    expect(await ids({ types: new Set(["credit", "hold"]) })).toEqual(["hold:fault", "free"]);
    expect(await ids({ outcome: "ok", model: "a/*", keyId: "key-1" }, 1)).toEqual(["settle:picture", "settle:plain"]);
    expect(await ids({ outcome: "failed", keyId: "key-2" })).toEqual([]);
  });

  it("have no page after the one that ends with the last of them", async () => {
    const { charged, pages } = await setUp();
    for (const id of ["1", "2", "3", "4"]) await charged({ id });
    const settled = { types: new Set(["settle" as const]) };
    expect(await pages(settled, 2)).toEqual([
      ["settle:4", "settle:3"],
      ["settle:2", "settle:1"],
    ]);
    expect(await pages(settled, 4)).toHaveLength(1);
    expect(await pages(settled, 5)).toHaveLength(1);
  });

  it("are never those of another organization", async () => {
    const { charged, ids } = await setUp();
    await charged({ id: "theirs", keyId: "key-9" }, OTHER);
    await charged({ id: "ours" });
    expect(await ids({ keyId: "key-9" })).toEqual([]);
    expect(await ids({ outcome: "ok" })).toEqual(["settle:ours"]);
  });

  it("come in pages that look at a bounded part of the ledger each, and continue where the page before stopped", async () => {
    const { charged, pages, read } = await setUp({ maxSearchedEntries: 10 });
    await charged({ id: "first", model: "a/rare" });
    for (let index = 0; index < 25; index++) await charged({ id: `noise-${index}` });
    await charged({ id: "last", model: "a/rare" });
    const before = read();
    expect(await pages({ model: "a/rare" })).toEqual([["settle:last"], [], ["settle:first"]]);
    // Each block once, and again the one that a cursor names.
    expect(read() - before).toBeLessThanOrEqual(30);
  });

  it("are looked for only around their time, which is found without reading what came after", async () => {
    const { setTime, charged, ids, read } = await setUp();
    const at = (day: number) => START_MS + day * DAY_MS;
    for (let day = 1; day <= 300; day++) {
      setTime(at(day));
      await charged({ id: `day-${day}` });
    }
    const before = read();
    expect(await ids({ fromMs: at(100), toMs: at(102) })).toEqual(["settle:day-101", "settle:day-100"]);
    expect(read() - before).toBeLessThan(70);
    expect(await ids({ toMs: at(2) })).toEqual(["settle:day-1", "free"]);
    expect(await ids({ fromMs: at(299) }, 1)).toEqual(["settle:day-300", "settle:day-299"]);
    expect(await ids({ toMs: at(0) })).toEqual([]);
    expect(await ids({ fromMs: at(400) })).toEqual([]);
  });

  it("are found although the clocks of replicas differ by seconds", async () => {
    const { setTime, charged, ids } = await setUp();
    const times = [60, 52, 70, 61, 80, 71, 90, 81];
    for (const [index, seconds] of times.entries()) {
      setTime(START_MS + seconds * 1_000);
      await charged({ id: `call-${index}` });
    }
    expect(await ids({ fromMs: START_MS + 61_000, toMs: START_MS + 80_000 })).toEqual([
      "settle:call-5",
      "settle:call-3",
      "settle:call-2",
    ]);
  });

  it("are found although a clock was an hour behind for some blocks between them", async () => {
    const { setTime, charged, ids } = await setUp();
    for (const [index, hours] of [10, 1, 1, 1, 10].entries()) {
      setTime(START_MS + hours * 3_600_000);
      await charged({ id: `call-${index}` });
    }
    const fromMs = START_MS + 10 * 3_600_000;
    for (const size of [1, 100]) expect(await ids({ fromMs }, size)).toEqual(["settle:call-4", "settle:call-0"]);
  });
});
