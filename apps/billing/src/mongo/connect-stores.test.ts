import { UNRESTRICTED } from "../keys/key-restrictions";
import { nanoMxn, silentLog, systemClock } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { createManualClock } from "@cenote/testkit";
import type { Connection } from "mongoose";
import { describeClientTokenStore } from "../client-tokens/client-token-store.contract";
import { describeDemoStore } from "../demo/demo-store.contract";
import { describeKeyStore } from "../keys/key-store.contract";
import { describeOrganizationStore } from "../organizations/organization-store.contract";
import { describeFxStore } from "../pricing/fx-store.contract";
import { describePriceStore } from "../pricing/price-store.contract";
import { type Block, GENESIS_HASH, sealBlock } from "../ledger/block";
import type { Entry } from "../ledger/entry";
import type { BillingStores } from "../stores";
import { describeTopUpStore } from "../top-ups/top-up-store.contract";
import { connectBillingStores } from "./connect-stores";

let database: TestDatabase;
let stores: BillingStores;
let inspector: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  stores = await connectBillingStores({ uri: database.uri, log: silentLog, clock: systemClock });
  inspector = await connectMongo(database.uri, { log: silentLog });
});

afterAll(async () => {
  await inspector?.close();
  await stores?.close();
  await database?.stop();
});

const emptied = async <Name extends keyof BillingStores>(
  name: Name,
  collection: string,
): Promise<BillingStores[Name]> => {
  await inspector.collection(collection).deleteMany({});
  return stores[name];
};

describeKeyStore("MongoDB key store", () => emptied("keys", "api_keys"));
describeClientTokenStore("MongoDB client token store", () => emptied("clientTokens", "client_tokens"));
describeOrganizationStore("MongoDB organization store", () => emptied("organizations", "organizations"));
describeTopUpStore("MongoDB top-up store", () => emptied("topUps", "top_ups"));
describeFxStore("MongoDB FX store", () => emptied("fx", "fx"));
describePriceStore("MongoDB price store", () => emptied("prices", "model_prices"));
describeDemoStore("MongoDB demo store", () => emptied("demo", "demo"));

describe("billing's database", () => {
  test("has every index after connecting; connecting again changes nothing", async () => {
    const again = await connectBillingStores({ uri: database.uri, log: silentLog, clock: systemClock });
    await again.close();
    const indexes = await inspector.collection("api_keys").indexes();
    expect(indexes.map(({ key, unique }) => ({ key, unique: unique === true }))).toEqual(
      expect.arrayContaining([
        { key: { digest: 1 }, unique: true },
        { key: { org: 1, created: -1, _id: -1 }, unique: false },
        { key: { revoked: 1 }, unique: false },
      ]),
    );
  });

  test("holds nothing from which a key could be recovered", async () => {
    const keys = await emptied("keys", "api_keys");
    const row = {
      id: "1",
      organizationId: "2",
      name: "",
      digest: "0".repeat(64),
      hint: "cen_sk_live_…abcd",
      limits: {},
      restrictions: UNRESTRICTED,
      createdAtMs: 0,
      revokedAtMs: undefined,
      revision: 0,
    };
    await keys.insert(row);
    const [document] = await inspector.collection("api_keys").find().toArray();
    expect(Object.keys(document ?? {}).sort()).toEqual(["_id", "created", "digest", "hint", "name", "org"]);
  });

  test("from an earlier version, with keys only on blocks that posted something, is migrated", async () => {
    const ledger = await emptied("ledger", "ledger_blocks");
    const entries: readonly Entry[] = [
      { type: "credit", id: "free", amount: nanoMxn(9n), note: "" },
      { type: "hold", callId: "c", amount: nanoMxn(1n), expiresAtMs: 1 },
      { type: "hold", callId: "d", amount: nanoMxn(1n), expiresAtMs: 1 },
    ];
    const written: Block[] = [];
    for (const [seq, entry] of entries.entries()) {
      const head = { organizationId: "o", seq, hash: written.at(-1)?.hash ?? GENESIS_HASH };
      written.push(
        sealBlock(head, { balance: nanoMxn(9n), held: nanoMxn(BigInt(seq)) }, [entry], Date.UTC(2026, 0, 1)),
      );
    }
    for (const block of written) expect(await ledger.append(block)).toBe("committed");
    const blocks = inspector.collection("ledger_blocks");
    await blocks.dropIndex("org_1_keys_1");
    await blocks.updateMany({ seq: { $gt: 1 } }, { $unset: { keys: "" } });
    await blocks.createIndex(
      { org: 1, keys: 1 },
      { unique: true, partialFilterExpression: { keys: { $exists: true } } },
      {},
    );

    const updated = await connectBillingStores({ uri: database.uri, log: silentLog, clock: systemClock });
    const read: Block[] = [];
    for await (const block of updated.ledger.blocksAfter("o", 0)) read.push(block);
    expect(read).toEqual(written);
    const again = sealBlock(
      { organizationId: "o", seq: 3, hash: written[2]?.hash ?? "" },
      { balance: nanoMxn(18n), held: nanoMxn(2n) },
      entries.slice(0, 1),
      Date.UTC(2026, 0, 1),
    );
    expect(await updated.ledger.append(again)).toBe("taken");
    await updated.close();
  });

  test("can be read and extended even if a process of that version writes a block without keys after the migration", async () => {
    const ledger = await emptied("ledger", "ledger_blocks");
    const hold: Entry = { type: "hold", callId: "c", amount: nanoMxn(1n), expiresAtMs: 1 };
    const late = sealBlock(
      { organizationId: "o", seq: 0, hash: GENESIS_HASH },
      { balance: nanoMxn(9n), held: nanoMxn(1n) },
      [hold],
      Date.UTC(2026, 0, 1),
    );
    expect(await ledger.append(late)).toBe("committed");
    await inspector.collection("ledger_blocks").updateOne({ seq: 1 }, { $unset: { keys: "" } });

    const next = sealBlock(
      { organizationId: "o", seq: 1, hash: late.hash },
      { balance: nanoMxn(9n), held: nanoMxn(2n) },
      [{ ...hold, callId: "d" }],
      Date.UTC(2026, 0, 1),
    );
    expect(await ledger.append(next)).toBe("committed");
    const read: Block[] = [];
    for await (const block of ledger.blocksAfter("o", 0)) read.push(block);
    expect(read).toEqual([late, next]);
  });

  describe("from the first version, which stored entries as fields", () => {
    const org = "6f1b2c1e-0000-4000-8000-000000000001";
    const credit = { type: "credit", id: "free", amount: 50n, note: "" };
    const block = (seq: number) => ({
      _id: `${org}:${seq}`,
      org,
      seq,
      at: new Date(0),
      entries: [credit],
      balance: 50n,
      held: 0n,
      prev_hash: "",
      hash: "",
    });

    /** A separate database, as that version left it. */
    const withFirst = async (work: (old: Connection, connect: () => Promise<void>) => Promise<void>) => {
      const other = await startTestDatabase();
      const old = await connectMongo(other.uri, { log: silentLog });
      try {
        await old.collection("ledger_blocks").createIndex({ org: 1, seq: 1 }, { unique: true }, {});
        await old
          .collection("ledger_blocks")
          .createIndex({ org: 1, keys: 1 }, { unique: true, partialFilterExpression: { keys: { $exists: true } } }, {});
        await work(old, async () => {
          const opened = await connectBillingStores({ uri: other.uri, log: silentLog, clock: systemClock });
          await opened.close();
        });
      } finally {
        await old.close();
        await other.stop();
      }
    };
    const contents = async (connection: Connection) => {
      const collections = await connection.db!.listCollections().toArray();
      const names = collections.map(({ name }) => name).sort();
      return Promise.all(
        names.map(async (name) => ({
          name,
          indexes: await connection.collection(name).indexes(),
          rows: await connection.collection(name).find().toArray(),
        })),
      );
    };

    test.each([
      ["an organization's first block", "organizations", { _id: org }, 1],
      ["the block of a checkpoint", "ledger_checkpoints", { _id: org, seq: 7 }, 7],
    ])(
      "is rejected because of %s, naming the version that wrote it, and left unchanged",
      async (_by, collection, row, seq) => {
        await withFirst(async (old, connect) => {
          await old.collection<{ _id: string }>(collection).insertOne(row);
          await old.collection<{ _id: string }>("ledger_blocks").insertOne(block(seq));
          const before = await contents(old);
          await expect(connect()).rejects.toThrow(/first version of Cenote[^]*Nothing was changed/);
          expect(await contents(old)).toEqual(before);
        });
      },
    );
  });

  test("fails, naming the address, if it can't be reached for a minute", async () => {
    const clock = createManualClock();
    const progress = { over: false };
    const uri = "mongodb://127.0.0.1:1/cenote?serverSelectionTimeoutMS=10";
    const connected = connectBillingStores({ uri, log: silentLog, clock }).finally(() => {
      progress.over = true;
    });
    const passing = async () => {
      while (!progress.over) await clock.advance(1_000);
    };
    await Promise.all([expect(connected).rejects.toThrow("127.0.0.1:1"), passing()]);
  });
});
