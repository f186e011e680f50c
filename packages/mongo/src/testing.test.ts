import { silentLog } from "@cenote/core";
import { Schema } from "mongoose";
import { connectMongo, syncIndexes } from "./connect-mongo";
import { prepareTestDatabases, startTestDatabase } from "./testing";

test("two test databases share a server and are isolated", async () => {
  const [one, other] = await Promise.all([startTestDatabase(), startTestDatabase()]);
  const [first, second] = await Promise.all([
    connectMongo(one.uri, { log: silentLog }),
    connectMongo(other.uri, { log: silentLog }),
  ]);
  try {
    expect(new URL(one.uri).host).toBe(new URL(other.uri).host);
    const Thing = first.model("Thing", new Schema({ name: { type: String, unique: true } }));
    await syncIndexes(first, { log: silentLog });
    await Thing.create({ name: "a" });
    await expect(Thing.create({ name: "a" })).rejects.toMatchObject({ code: 11000 });
    expect(await second.collection("things").countDocuments()).toBe(0);
  } finally {
    await Promise.all([first.close(), second.close()]);
    await Promise.all([one.stop(), other.stop()]);
  }
});

test("preparing a machine that has a server names it and installs nothing", async () => {
  const slow: string[] = [];
  const database = await startTestDatabase();
  expect(
    await prepareTestDatabases((what) => {
      slow.push(what);
    }),
  ).not.toBe("");
  expect(slow).toEqual([]);
  await database.stop();
});
