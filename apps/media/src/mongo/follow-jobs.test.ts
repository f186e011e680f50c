import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { deferred } from "@cenote/testkit";
import { mongo } from "mongoose";
import type { JobFollower } from "../jobs/follow";
import { followJobs } from "./follow-jobs";

let database: TestDatabase;
beforeAll(async () => { database = await startTestDatabase(); });
afterAll(() => database?.stop());

/** Takes down what is told, and when that is the end. */
const createFollower = () => {
  const told: string[] = [];
  const [opened, ended] = [deferred(), deferred()];
  const follower: JobFollower = {
    opened() {
      told.push("opened");
      opened.resolve();
    },
    changed(id, version) { told.push(`${id} ${version}`); },
    lost() {
      told.push("lost");
      ended.resolve();
    },
    unsupported() {
      told.push("unsupported");
      ended.resolve();
    },
  };
  return { told, follower, opened: opened.promise, ended: ended.promise };
};

/** A collection whose server answers as given, one after the other, and then that the stream is over. */
const scripted = (...answers: readonly (object | null | Error)[]) => {
  const left = [...answers];
  const stream = {
    closed: false,
    async tryNext() {
      const answer = left.shift();
      if (answer instanceof Error) throw answer;
      if (left.length === 0) stream.closed = true;
      return answer ?? null;
    },
    async close() { stream.closed = true; },
  };
  return { watch: () => stream } as unknown as Pick<mongo.Collection, "watch">;
};

test.each([
  [40_573, "The $changeStream stage is only supported on replica sets"],
  [40_324, "Unrecognized pipeline stage name: '$changeStream'"],
])("a server that has no change streams (%i) is told from one that is away", async (code, message) => {
  const { told, follower, ended } = createFollower();
  followJobs(scripted(new mongo.MongoServerError({ code, message })), follower);
  await ended;
  expect(told).toEqual(["unsupported"]);
});

test("one that fails to open is lost, and so is one that breaks later", async () => {
  const [first, second] = [createFollower(), createFollower()];
  followJobs(scripted(new Error("no server")), first.follower);
  followJobs(scripted(null, { documentKey: { _id: "a" }, fullDocument: { version: 1 } }, new Error("cut")), second.follower);
  await Promise.all([first.ended, second.ended]);
  expect(first.told).toEqual(["lost"]);
  expect(second.told).toEqual(["opened", "a 1", "lost"]);
});

test("of changes that are not those of a job it knows, those with an id are told, and none ends it", async () => {
  const { told, follower, ended } = createFollower();
  followJobs(scripted({ documentKey: { _id: 7 } }, {}, { documentKey: { _id: "b" }, updateDescription: { updatedFields: { version: "new" } } }, null), follower);
  await ended;
  expect(told).toEqual(["opened", "b undefined", "lost"]);
});

describe("over a database", () => {
  test("a collection that is dropped ends it, and it can be followed again", async () => {
    const connection = await connectMongo(database.uri, { log: silentLog });
    const jobs = connection.collection<{ _id: string; version: number }>("dropped_jobs");
    await jobs.insertOne({ _id: "a", version: 1 });
    const [before, after] = [createFollower(), createFollower()];
    followJobs(jobs, before.follower);
    await before.opened;
    await jobs.drop();
    await before.ended;
    expect(before.told).toEqual(["opened", "lost"]);
    const following = followJobs(jobs, after.follower);
    await after.opened;
    following.close();
    await connection.close();
  });

  test("what else a document holds does not travel", async () => {
    const connection = await connectMongo(database.uri, { log: silentLog });
    const jobs = connection.collection<{ _id: string; version: number; prompt: string }>("large_jobs");
    const events: object[] = [];
    const watch: typeof jobs.watch = (pipeline, options) => {
      const stream = jobs.watch(pipeline, options);
      const tryNext = stream.tryNext.bind(stream);
      stream.tryNext = async () => {
        const event = await tryNext();
        if (event !== null) events.push(event);
        return event;
      };
      return stream as never;
    };
    const { told, follower, opened } = createFollower();
    const heard = deferred();
    const following = followJobs({ watch }, { ...follower, changed(id, version) {
      follower.changed(id, version);
      if (version === 2) heard.resolve();
    } });
    await opened;
    await jobs.insertOne({ _id: "a", version: 1, prompt: "a cenote at noon" });
    await jobs.updateOne({ _id: "a" }, { $set: { version: 2, prompt: "a cenote at night" } });
    await heard.promise;
    expect(told).toEqual(["opened", "a 1", "a 2"]);
    expect(JSON.stringify(events)).not.toContain("cenote");
    following.close();
    await connection.close();
  });

  test("the end of the connection waits for nobody who follows, nor for one just begun", async () => {
    const connection = await connectMongo(database.uri, { log: silentLog });
    const jobs = connection.collection("followed_jobs");
    const [open, closed] = [createFollower(), createFollower()];
    const following = followJobs(jobs, open.follower);
    await open.opened;
    followJobs(jobs, closed.follower).close();
    following.close();
    await connection.close();
    expect(open.told).toEqual(["opened"]);
    expect(closed.told).toEqual([]);
  });
});
