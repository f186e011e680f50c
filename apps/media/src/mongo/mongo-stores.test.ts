import { silentLog } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { describeJobStore } from "../jobs/store.contract";
import type { MediaStores } from "../stores";
import { describeUnpaidCallStore } from "../unpaid/store.contract";
import { createMongoStores } from "./mongo-stores";

let database: TestDatabase;
let stores: MediaStores;
let inspector: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  inspector = await connectMongo(database.uri, { log: silentLog });
  stores = createMongoStores(inspector);
  await syncIndexes(inspector, { log: silentLog });
});

afterAll(async () => {
  await inspector?.close();
  await database?.stop();
});

describeJobStore("MongoDB job store", async () => {
  await inspector.collection("video_jobs").deleteMany({});
  return stores.jobs;
});

describeUnpaidCallStore("MongoDB", async () => {
  await inspector.collection("media_unpaid_calls").deleteMany({});
  return stores.unpaid;
});

test("the sweep and the lists have their indexes", async () => {
  const indexes = await inspector.collection("video_jobs").indexes();
  expect(indexes.map(({ key }) => key)).toEqual(expect.arrayContaining([{ org: 1, created: -1, _id: -1 }, { due: 1 }]));
});
