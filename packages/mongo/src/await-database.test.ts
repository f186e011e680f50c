import { CenoteError, silentLog } from "@cenote/core";
import { mongo } from "mongoose";
import { createHurriedClock } from "./testing/hurried-clock";
import { awaitDatabase } from "./await-database";

const labelled = (label: string) => {
  const error = new mongo.MongoServerError({ message: "not primary", code: 10_107 });
  error.addErrorLabel(label);
  return error;
};

/** A step that fails once. */
const failingOnce = (error: Error) => {
  const failures = [error];
  return awaitDatabase(
    async () => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
      return "done";
    },
    { log: silentLog, clock: createHurriedClock() },
  );
};

test.each<[string, Error]>([
  ["a connection that is lost", new mongo.MongoNetworkError("reset")],
  ["a connection that is lost during a write", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })],
  ["a connection that is not answered", new mongo.MongoNetworkTimeoutError("connection timed out")],
  ["a server that is no longer the primary", labelled("RetryableWriteError")],
  ["a server that is too busy", labelled("RetryableError")],
  ["a store that was not answered", new CenoteError("overloaded")],
])("a step of a start goes on after %s", async (_what, error) => {
  expect(await failingOnce(error)).toBe("done");
});

test.each<[string, Error]>([
  ["wrong credentials", new mongo.MongoServerError({ message: "Authentication failed.", code: 18 })],
  ["rights that are missing", new mongo.MongoServerError({ message: "not authorized", code: 13 })],
  ["a wrong URI", new mongo.MongoParseError("no such option")],
  ["an error of ours", new TypeError("undefined")],
])("a step of a start ends at once with %s", async (_what, error) => {
  await expect(failingOnce(error)).rejects.toBe(error);
});
