import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { deferred } from "@cenote/testkit";
import { mongo } from "mongoose";
import type { JobFollower } from "../jobs/follow";
import { followJobs } from "./follow-jobs";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.stop());

/** Records the changes, and how the stream ended. */
const createFollower = () => {
  const told: string[] = [];
  const [opened, ended] = [deferred(), deferred()];
  const follower: JobFollower = {
    opened() {
      told.push("opened");
      opened.resolve();
    },
    changed(id, version) {
      told.push(`${id} ${version}`);
    },
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

/** A collection whose server gives these answers in order, and then ends the stream. */
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
    async close() {
      stream.closed = true;
    },
  };
  return { watch: () => stream } as unknown as Pick<mongo.Collection, "watch">;
};

test.each([
  [40_573, "The $changeStream stage is only supported on replica sets"],
  [40_324, "Unrecognized pipeline stage name: '$changeStream'"],
])("a server without change streams (%i) is distinguished from one that is down", async (code, message) => {
  const { told, follower, ended } = createFollower();
  followJobs(scripted(new mongo.MongoServerError({ code, message })), follower);
  await ended;
  expect(told).toEqual(["unsupported"]);
});

test("a stream that fails to open is reported as lost, and so is one that breaks later", async () => {
  const [first, second] = [createFollower(), createFollower()];
  followJobs(scripted(new Error("no server")), first.follower);
  followJobs(
    scripted(null, { documentKey: { _id: "a" }, fullDocument: { version: 1 } }, new Error("cut")),
    second.follower,
  );
  await Promise.all([first.ended, second.ended]);
  expect(first.told).toEqual(["lost"]);
  expect(second.told).toEqual(["opened", "a 1", "lost"]);
});

test("an unexpected change is reported if it has an id, and never ends the stream", async () => {
  const { told, follower, ended } = createFollower();
  followJobs(
    scripted(
      { documentKey: { _id: 7 } },
      {},
      { documentKey: { _id: "b" }, updateDescription: { updatedFields: { version: "new" } } },
      null,
    ),
    follower,
  );
  await ended;
  expect(told).toEqual(["opened", "b undefined", "lost"]);
});

describe("with a real database", () => {
  test("a dropped collection ends the stream, which can be reopened", async () => {
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

  test("only the needed fields of a document are transferred", async () => {
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
    const following = followJobs(
      { watch },
      {
        ...follower,
        changed(id, version) {
          follower.changed(id, version);
          if (version === 2) heard.resolve();
        },
      },
    );
    await opened;
    await jobs.insertOne({ _id: "a", version: 1, prompt: "a cenote at noon" });
    await jobs.updateOne({ _id: "a" }, { $set: { version: 2, prompt: "a cenote at night" } });
    await heard.promise;
    expect(told).toEqual(["opened", "a 1", "a 2"]);
    expect(JSON.stringify(events)).not.toContain("cenote");
    following.close();
    await connection.close();
  });

  test("closing the connection waits neither for followers nor for a stream that is just opening", async () => {
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
