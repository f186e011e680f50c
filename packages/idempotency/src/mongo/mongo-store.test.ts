import { silentLog } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import type { IdempotencyStore } from "../store";
import { describeIdempotencyStore, recordOf } from "../store.contract";
import { createMongoIdempotencyStore } from "./mongo-store";

let database: TestDatabase;
let connection: Connection;
let store: IdempotencyStore;

beforeAll(async () => {
  database = await startTestDatabase();
  connection = await connectMongo(database.uri, { log: silentLog });
  store = createMongoIdempotencyStore(connection);
  await syncIndexes(connection, { log: silentLog });
});

afterAll(async () => {
  await connection?.close();
  await database?.stop();
});

const emptied = async (): Promise<IdempotencyStore> => {
  await connection.collection("idempotency").deleteMany({});
  return store;
};

describeIdempotencyStore("MongoDB store of idempotency keys", emptied);

test("the database itself deletes expired records", async () => {
  const indexes = await connection.collection("idempotency").indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
});

test("a document has no empty fields, and human-readable times", async () => {
  await (await emptied()).insert(recordOf());
  const document = await connection.collection("idempotency").findOne();
  expect(Object.keys(document ?? {}).sort()).toEqual([
    "_id",
    "expires",
    "fingerprint",
    "locked_until",
    "org",
    "request_id",
    "secret_id",
    "state",
    "tag",
  ]);
  expect(document?.["expires"]).toEqual(new Date(recordOf().expiresAtMs));
});
