import { nanoMxn, silentLog, systemClock } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { createManualClock } from "@cenote/testkit";
import type { Connection } from "mongoose";
import { GENESIS_HASH, sealBlock } from "../ledger/block";
import { describeLedgerStore } from "../ledger/store.contract";
import { MONGODB_QUERIES, SECANTUSDB_QUERIES } from "./engine-queries";
import { type BlockDocument, toBlockDocument } from "./ledger-documents";
import { createMongoLedgerStore } from "./ledger-store";
import { verifyLedger } from "../testing/verify";

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  connection = await connectMongo(database.uri, { log: silentLog });
});

afterAll(async () => {
  await connection?.close();
  await database?.stop();
});

describeLedgerStore("MongoDB ledger store", async () => {
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  for (const model of Object.values(connection.models)) await model.collection.deleteMany({});
  return store;
});

test.each([
  ["MongoDB", MONGODB_QUERIES],
  ["SecantusDB", SECANTUSDB_QUERIES],
])(
  "the queries for %s find the keys between two, and the ids of all blocks or of one organization's",
  async (_, queries) => {
    const blocks = connection.collection<{ _id: string; org: string; keys: string[] }>("queried");
    await blocks.createIndex({ org: 1, keys: 1 }, {}, {});
    await blocks.deleteMany({});
    await blocks.insertMany([
      { _id: "a:1", org: "a", keys: ["credit:1", "credit:2", "settle:1"] },
      { _id: "a:2", org: "a", keys: ["block:2"] },
      { _id: "a:10", org: "a", keys: ["adjust:1", "settle:2"] },
      { _id: "a-b:1", org: "a-b", keys: ["credit:1"] },
    ]);
    const idsOf = async (filter: object, options = {}) =>
      (await blocks.find(filter, options).toArray()).map(({ _id }) => _id).sort();
    expect(await idsOf({ org: "a", keys: queries.keyBetween("credit:", "credit;") })).toEqual(["a:1"]);
    const ids = async (organizationId?: string) => {
      const { filter, ...options } = queries.ids(organizationId);
      return idsOf(filter, options);
    };
    expect(await ids("a")).toEqual(["a:1", "a:10", "a:2"]);
    expect(await ids()).toEqual(["a-b:1", "a:1", "a:10", "a:2"]);
  },
);

test("ends are found after the usage was deleted, as an operator may, and summed anew", async () => {
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  for (const model of Object.values(connection.models)) await model.collection.deleteMany({});
  const endsOf = async (only?: string) => {
    const found: object[] = [];
    for await (const end of store.ends(only)) found.push(end);
    return found;
  };
  await connection.collection("usage_days").drop();
  const day = { organizationId: "summed", day: "2026-01-01", throughSeq: 1, rows: [], keys: [] };
  await store.writeUsageDay(day, undefined);
  try {
    expect(await endsOf()).toEqual([{ organizationId: "summed", lastSeq: 0 }]);
    expect(await endsOf("summed")).toEqual([{ organizationId: "summed", lastSeq: 0 }]);
    expect(await endsOf("summe")).toEqual([]);
  } finally {
    await syncIndexes(connection, { log: silentLog });
  }
});

describe("a document among the blocks that is none", () => {
  const blockOf = (organizationId: string, id: string) =>
    sealBlock(
      { organizationId, seq: 0, hash: GENESIS_HASH },
      { balance: nanoMxn(1n), held: nanoMxn(0n) },
      [{ type: "credit", id, amount: nanoMxn(1n), note: "" }],
      Date.UTC(2026, 0, 1),
    );

  /** A journal of one block, and a second credit under another id. */
  const haunt = async (organizationId: string, _id: string) => {
    const store = createMongoLedgerStore({ connection, clock: systemClock });
    await syncIndexes(connection, { log: silentLog });
    for (const model of Object.values(connection.models)) await model.collection.deleteMany({});
    await store.append(blockOf(organizationId, "free"));
    expect(await verifyLedger(store)).toMatchObject({ ok: true });
    const ghost = { ...toBlockDocument(blockOf(organizationId, "gift")), _id };
    await connection.collection<BlockDocument>("ledger_blocks").insertOne(ghost);
    return store;
  };

  test.each(["haunted:ghost", "haunted:02", "haunted:1.5", "haunted:-1", "haunted:"])("is a fault: %s", async (_id) => {
    const store = await haunt("haunted", _id);
    const broken = {
      ok: false,
      blocks: 1,
      fault: {
        organizationId: "haunted",
        seq: 0,
        reason: `among its blocks is one that is not in the journal: "${_id}"`,
      },
    };
    expect(await verifyLedger(store, "haunted")).toMatchObject(broken);
    expect(await verifyLedger(store)).toMatchObject(broken);
  });

  test.each(["elsewhere:7", "elsewhere", ":"])("is a fault under the id of nobody: %s", async (_id) => {
    expect(await verifyLedger(await haunt("haunted", _id))).toMatchObject({ ok: false });
  });

  test.each(["haunted:ghost", "elsewhere:1"])("is not read as a posting: %s", async (_id) => {
    const store = await haunt("haunted", _id);
    expect(await store.blocksWithKeys("haunted", ["credit:gift", "credit:free"])).toEqual([blockOf("haunted", "free")]);
    const credited: string[] = [];
    for await (const { entry } of store.creditsSince("haunted", 0)) credited.push(entry.id);
    expect(credited).toEqual(["free"]);
  });
});

test("an index that disappears while the store is in use is missed within seconds, and nothing is accepted without it", async () => {
  const clock = createManualClock();
  const store = createMongoLedgerStore({ connection, clock });
  await syncIndexes(connection, { log: silentLog });
  let seq = 0;
  const append = () =>
    store.append(
      sealBlock(
        { organizationId: "unlocked", seq: seq++, hash: GENESIS_HASH },
        { balance: nanoMxn(0n), held: nanoMxn(0n) },
        [{ type: "credit", id: `${seq}`, amount: nanoMxn(1n), note: "" }],
        Date.UTC(2026, 0, 1),
      ),
    );
  expect(await append()).toBe("committed");
  await connection.collection("ledger_blocks").dropIndex("org_1_keys_1");
  await clock.advance(10_000);
  await expect(append()).rejects.toThrow("org_1_keys_1");
  await syncIndexes(connection, { log: silentLog });
  expect(await append()).toBe("committed");
});

test("an entry that can no longer be parsed is a fault of its block", async () => {
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  const block = sealBlock(
    { organizationId: "torn", seq: 0, hash: GENESIS_HASH },
    { balance: nanoMxn(1n), held: nanoMxn(0n) },
    [{ type: "credit", id: "free", amount: nanoMxn(1n), note: "" }],
    Date.UTC(2026, 0, 1),
  );
  await store.append(block);
  expect(await verifyLedger(store, "torn")).toMatchObject({ ok: true });
  await connection.collection("ledger_blocks").updateOne({ org: "torn", seq: 1 }, { $set: { entries: ['["credit"'] } });
  expect(await verifyLedger(store, "torn")).toMatchObject({
    ok: false,
    fault: { organizationId: "torn", seq: 1, reason: "the block can't be read" },
  });
});

test("a key that an entry does not have is a fault, in a block without postings too: it keeps a call from being charged", async () => {
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  const first = sealBlock(
    { organizationId: "keyed", seq: 0, hash: GENESIS_HASH },
    { balance: nanoMxn(1n), held: nanoMxn(0n) },
    [{ type: "credit", id: "free", amount: nanoMxn(1n), note: "" }],
    Date.UTC(2026, 0, 1),
  );
  const second = sealBlock(
    first,
    { balance: nanoMxn(1n), held: nanoMxn(1n) },
    [{ type: "hold", callId: "c", amount: nanoMxn(1n), expiresAtMs: Date.UTC(2026, 0, 2) }],
    Date.UTC(2026, 0, 1),
  );
  await store.append(first);
  await store.append(second);
  expect(await verifyLedger(store, "keyed")).toMatchObject({ ok: true });
  await connection
    .collection("ledger_blocks")
    .updateOne({ org: "keyed", seq: 2 }, [{ $set: { keys: { $concatArrays: ["$keys", ["settle:c"]] } } }]);
  expect(await verifyLedger(store, "keyed")).toMatchObject({
    ok: false,
    fault: { organizationId: "keyed", seq: 2, reason: "idempotency keys differ from the entries" },
  });
});

test("a missing block is a fault, and nothing after it is read", async () => {
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  let head = { organizationId: "holed", seq: 0, hash: GENESIS_HASH };
  for (let seq = 1; seq <= 9; seq++) {
    const block = sealBlock(
      head,
      { balance: nanoMxn(BigInt(seq)), held: nanoMxn(0n) },
      [{ type: "credit", id: `${seq}`, amount: nanoMxn(1n), note: "" }],
      Date.UTC(2026, 0, 1),
    );
    await store.append(block);
    head = { organizationId: "holed", seq, hash: block.hash };
  }
  expect(await verifyLedger(store, "holed")).toMatchObject({ ok: true, blocks: 9 });
  await connection.collection("ledger_blocks").deleteOne({ org: "holed", seq: 3 });
  const read: number[] = [];
  for await (const { seq } of store.blocksAfter("holed", 0)) read.push(seq);
  expect(read).toEqual([1, 2]);
  expect(await verifyLedger(store, "holed")).toMatchObject({
    ok: false,
    blocks: 2,
    fault: { organizationId: "holed", seq: 3, reason: "block 3 is missing" },
  });
});
