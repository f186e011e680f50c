import { silentLog, systemClock } from "@cenote/core";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { describeJobStore } from "../jobs/store.contract";
import type { MediaStores } from "../stores";
import { testJob } from "../testing/test-job";
import { describeUnpaidCallStore } from "../unpaid/store.contract";
import { createMediaStores } from "./mongo-stores";

let database: TestDatabase;
let stores: MediaStores;
let inspector: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  inspector = await connectMongo(database.uri, { log: silentLog });
  stores = createMediaStores(inspector, { clock: systemClock });
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

test("a job stored before client tokens existed has none, and may have been offered to a provider", async () => {
  const job = testJob({
    id: "00000000-0000-4000-9000-0000000000ff",
    clientTokenId: "00000000-0000-4000-8000-00000000000a",
  });
  await stores.jobs.insert(job);
  await inspector
    .collection<{ _id: string }>("video_jobs")
    .updateOne({ _id: job.id }, { $unset: { client_token: 1, offered: 1 } });
  const old = { ...job, clientTokenId: "", offered: true };
  expect(await stores.jobs.find(job.id)).toEqual(old);
  expect(await stores.jobs.update(old, { phase: "running" })).toMatchObject({
    phase: "running",
    version: 2,
    clientTokenId: "",
  });
  expect(await stores.jobs.find(job.id)).toMatchObject({ phase: "running", clientTokenId: "" });
});

test("sweeping and listing have their indexes", async () => {
  const indexes = await inspector.collection("video_jobs").indexes();
  expect(indexes.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      { org: 1, created: -1, _id: -1 },
      { org: 1, client_token: 1, created: -1, _id: -1 },
      { org: 1, status: 1, created: -1, _id: -1 },
      { due: 1 },
    ]),
  );
});

test("every operation reports a lost database as such", async () => {
  const gone = await connectMongo(database.uri, { log: silentLog });
  const { jobs, unpaid } = createMediaStores(gone, { clock: systemClock });
  await gone.close();
  for (const asked of [
    () => jobs.find("a"),
    () => jobs.findMany(["a"]),
    () => jobs.due(0, 1),
    () => unpaid.before(0, 1),
    () => unpaid.remove("a"),
    () => unpaid.putOff("a", 0),
  ]) {
    await expect(asked()).rejects.toMatchObject({ code: "overloaded" });
  }
});
