import { silentLog } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { describeLedgerStore } from "../ledger/store.contract";
import { createMongoLedgerStore } from "./ledger-store";

jest.setTimeout(60_000);

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
  const store = createMongoLedgerStore({ connection });
  await syncIndexes(connection, { log: silentLog });
  for (const model of Object.values(connection.models)) await model.collection.deleteMany({});
  return store;
});
