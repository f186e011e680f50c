import { VideoStatus } from "@cenote/contracts";
import { createRandomIds, silentLog, systemClock } from "@cenote/core";
import { createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { createManualClock } from "@cenote/testkit";
import type { Connection } from "mongoose";
import { createMedia, type Media } from "../compose";
import type { MediaStorage } from "../storage/storage";
import { context, videoRequest } from "../testing/harness";
import { createTestCatalog } from "../testing/catalog";
import { createFakeBilling } from "../testing/fake-billing";
import { createFakeProvider } from "../testing/fake-provider";
import { createMediaStores } from "./mongo-stores";

const { VIDEO_STATUS_PROCESSING: PROCESSING, VIDEO_STATUS_FAILED: FAILED } = VideoStatus;
const ids = createRandomIds();
const billing = createFakeBilling().service;
const noStorage: MediaStorage = {
  put: () => Promise.reject(new Error("nothing is stored here")),
  read: () => ReadableStream.from<Buffer>([]),
  remove: async () => {},
  removeAll: async () => {},
  urlOf: (key) => key,
  close: () => {},
};

interface Replica {
  readonly media: Media;
  readonly connection: Connection;
}

let database: TestDatabase;
let [here, elsewhere]: Replica[] = [];

/**
 * Media as in a process of its own, with its own connection. Its clock stands still, so nothing happens because of
 * time.
 */
const startReplica = async (): Promise<Replica> => {
  const connection = await connectMongo(database.uri, { log: silentLog });
  const clock = createManualClock();
  const stores = createMediaStores(connection, { clock: systemClock });
  await syncIndexes(connection, { log: silentLog });
  const media = createMedia({
    catalog: createTestCatalog(),
    billing,
    stores,
    idempotency: createIdempotency({
      store: createMemoryIdempotencyStore(),
      secret: "secret",
      clock,
      ids,
      log: silentLog,
    }),
    storage: noStorage,
    clients: new Map([["fal", createFakeProvider(clock).client]]),
    clock,
    ids,
    log: silentLog,
    masterSecret: "secret",
  });
  return { media, connection };
};

beforeAll(async () => {
  database = await startTestDatabase();
  [here, elsewhere] = await Promise.all([startReplica(), startReplica()]);
});

afterAll(async () => {
  for (const replica of [here, elsewhere]) {
    await replica?.media.close();
    await replica?.connection.close();
  }
  await database?.stop();
});

/** One replica creates the job, the other watches it, and the first cancels it when the watcher has seen it. */
const watchOne = async () => {
  const { job } = await elsewhere!.media.service.createVideo(videoRequest());
  const jobId = job?.id ?? "";
  const seen: (VideoStatus | undefined)[] = [];
  for await (const told of here!.media.service.watchVideo({ context: context(), jobId })) {
    seen.push(told.job?.status);
    if (told.job?.status === PROCESSING) await elsewhere!.media.service.cancelVideo({ context: context(), jobId });
  }
  return seen;
};

test("a watcher sees what another replica does, without polling", async () => {
  // The read at the opening of the stream may find the first job. The stream stays open, so later jobs can only come
  // through it.
  for (let video = 0; video < 5; video += 1) expect(await watchOne()).toEqual([PROCESSING, FAILED]);
});

test("many watchers of many jobs each see theirs", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, watchOne));
  for (const seen of all) expect(seen).toEqual([PROCESSING, FAILED]);
});
