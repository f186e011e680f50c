import { type Clock, silentLog, systemClock } from "@cenote/core";
import { mongo } from "mongoose";
import { startStandingStill } from "./testing/standing-still";
import { connectMongo } from "./connect-mongo";
import { startTestDatabase } from "./testing";
import { withAnswerLimit } from "./with-answer-limit";

/** A clock with one timer, fired by the test. */
let goOff = () => {};
const clock: Clock = {
  nowMs: () => 0,
  monotonicMs: () => 0,
  setTimer: (callback) => {
    goOff = callback;
    return { cancel: () => {} };
  },
};
const failing = (error: Error) =>
  withAnswerLimit(
    {
      find: async () => {
        throw error;
      },
      follow: () => "a following",
    },
    { clock },
  );

test.each([
  ["away", new mongo.MongoServerSelectionError("connect ECONNREFUSED", {} as never)],
  ["full", new mongo.MongoServerError({ message: "out of disk space", code: 14031 })],
])("a database that is %s is reported as such, with its cause", async (_name, cause) => {
  await expect(failing(cause).find()).rejects.toMatchObject({
    code: "overloaded",
    message: "The database does not answer. Retry shortly.",
    cause,
  });
});

test.each(["EPIPE", "ECONNRESET"])("so is a connection that breaks during a write: %s", async (code) => {
  const cause = Object.assign(new Error("This socket has been ended by the other party"), { code });
  await expect(failing(cause).find()).rejects.toMatchObject({ code: "overloaded", cause });
});

test("so is one that breaks while a large document is being sent", async () => {
  const database = await startTestDatabase();
  const way = await startStandingStill(database.uri, Infinity);
  const connection = await connectMongo(way.uri, { log: silentLog });
  try {
    const insert = (text: string) => connection.collection("texts").insertOne({ text });
    const store = withAnswerLimit({ insert }, { clock: systemClock });
    await store.insert("short");
    way.breakAfter(1 << 20);
    await expect(store.insert("x".repeat(12 << 20))).rejects.toMatchObject({ code: "overloaded" });
  } finally {
    await connection.close();
    await way.close();
    await database.stop();
  }
});

test("so is one that does not answer, in time", async () => {
  const silent = withAnswerLimit({ find: () => new Promise(() => {}) }, { clock });
  const asked = silent.find();
  goOff();
  await expect(asked).rejects.toMatchObject({ code: "overloaded" });
});

test("a duplicate key and a fault of ours are passed on", async () => {
  const taken = new mongo.MongoServerError({ message: "E11000", code: 11_000 });
  await expect(failing(taken).find()).rejects.toBe(taken);
  const fault = new TypeError("a bug");
  await expect(failing(fault).find()).rejects.toBe(fault);
});

test("answers, and values that are not promises, pass", async () => {
  const store = withAnswerLimit({ find: (id: string) => Promise.resolve(id), follow: () => "a following" }, { clock });
  expect(await store.find("a")).toBe("a");
  expect(store.follow()).toBe("a following");
});
