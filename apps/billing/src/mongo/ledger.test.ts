import { nanoMxn, silentLog, systemClock } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { createLedger } from "../ledger/create-ledger";
import type { Ledger } from "../ledger/ledger";
import { sampleCharge } from "../testing/sample-charge";
import { createMongoLedgerStore } from "./ledger-store";
import { verify } from "../testing/verify";

const ORG = "11111111-1111-4111-8111-111111111111";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

let database: TestDatabase;
const connections: Connection[] = [];
const ledgers: Ledger[] = [];

/** A separate process: another connection, another memory. */
const startReplica = async (): Promise<Ledger> => {
  const connection = await connectMongo(database.uri, { log: silentLog });
  connections.push(connection);
  const store = createMongoLedgerStore({ connection, clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  // Longer than a machine stands still: here the database is never away.
  const ledger = createLedger({ store, clock: systemClock, log: silentLog, limits: { answerMs: 60_000 } });
  ledgers.push(ledger);
  return ledger;
};

beforeAll(async () => {
  database = await startTestDatabase();
  await startReplica();
  await startReplica();
});

afterAll(async () => {
  for (const ledger of ledgers) await ledger.close();
  for (const connection of connections) await connection.close();
  await database?.stop();
});

describe("replicas on one MongoDB", () => {
  it("admit one of 200 concurrent calls when the balance covers one", async () => {
    const [ledger] = ledgers as [Ledger];
    await ledger.credit(ORG, { id: "free", amount: mxn(10), note: "" });
    const served = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const replica = ledgers[index % 2] ?? ledger;
        const callId = `call-${index}`;
        try {
          await replica.hold(ORG, { callId, amount: mxn(10), ttlMs: 60_000 });
          await replica.confirmHold(ORG, callId);
          await replica.settle(ORG, { callId, amount: mxn(9), charge });
          return 1;
        } catch (error) {
          expect(error).toMatchObject({ code: "insufficient_balance" });
          return 0;
        }
      }),
    );
    // What the first one gave back is enough to admit one more.
    const count = served.reduce<number>((sum, one) => sum + one, 0);
    expect([1, 2]).toContain(count);
    expect(await ledger.balance(ORG)).toEqual({ balance: mxn(10 - 9 * count), held: 0n });
    expect(await verify(ledger, ORG)).toMatchObject({ ok: true });
  });

  it("charge every call once while they race, repeat commands and restart", async () => {
    const organization = "22222222-2222-4222-8222-222222222222";
    await ledgers[0]?.credit(organization, { id: "free", amount: mxn(1_000_000), note: "" });
    const replicas = [...ledgers, await startReplica()];
    const calls = Array.from({ length: 150 }, (_, index) => `call-${index}`);
    await Promise.all(
      calls.flatMap((callId, index) =>
        [index, index + 1].map(async (place) => {
          const replica = replicas[place % replicas.length];
          await replica?.hold(organization, { callId, amount: mxn(100), ttlMs: 60_000 });
          await replica?.confirmHold(organization, callId);
          await replica?.settle(organization, { callId, amount: mxn(70), charge });
        }),
      ),
    );
    const restarted = await startReplica();
    expect(await restarted.balance(organization)).toMatchObject({ balance: mxn(1_000_000 - 150 * 70) });
    expect(await restarted.settle(organization, { callId: "call-7", amount: mxn(70), charge })).toMatchObject({
      amount: 70n,
    });
    await expect(restarted.settle(organization, { callId: "call-7", amount: mxn(71), charge })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await restarted.usage(organization, "2020-01-01", today)).map((row) => [row.calls, row.cost])).toEqual([
      [150, 10_500n],
    ]);
    const byKey = async () =>
      (await restarted.usageByKey(organization, "2020-01-01", today)).map((row) => [row.keyId, row.calls, row.cost]);
    expect(await byKey()).toEqual([[charge.keyId, 150, 10_500n]]);
    expect(await verify(restarted)).toMatchObject({ ok: true, organizations: 2 });
    // As an earlier version left it.
    await connections[0]?.collection("usage_days").updateMany({ org: organization }, { $unset: { keys: 1 } });
    expect(await byKey()).toEqual([["", 150, 10_500n]]);
    await restarted.settle(organization, { callId: "one more", amount: mxn(1), charge });
    expect(await byKey()).toEqual([
      [charge.keyId, 1, 1n],
      ["", 150, 10_500n],
    ]);
    await connections[0]?.collection("usage_days").deleteMany({ org: organization });
    expect(await byKey()).toEqual([[charge.keyId, 151, 10_501n]]);
    expect(await verify(restarted)).toMatchObject({ ok: true, organizations: 2 });
  });

  it("accept nothing while the unique indexes are missing, and vouch for nothing once they are", async () => {
    const connection = await connectMongo(database.uri.replace(/\/test_/, "/test_bare_"), { log: silentLog });
    connections.push(connection);
    const store = createMongoLedgerStore({ connection, clock: systemClock });
    const ledger = createLedger({ store, clock: systemClock, log: silentLog, limits: { storeTries: 1 } });
    await expect(ledger.credit(ORG, { id: "free", amount: mxn(1), note: "" })).rejects.toMatchObject({
      code: "overloaded",
    });
    await syncIndexes(connection, { log: silentLog });
    expect(await ledger.credit(ORG, { id: "free", amount: mxn(1), note: "" })).toMatchObject({ balance: 1n });
    expect(await verify(ledger)).toMatchObject({ ok: true });
    // From then on one may be posted twice, which no sum reveals.
    await connection.collection("ledger_blocks").dropIndex("org_1_keys_1");
    await expect(verify(ledger)).rejects.toThrow("org_1_keys_1");
    await connection.dropDatabase();
    await ledger.close();
  });
});
