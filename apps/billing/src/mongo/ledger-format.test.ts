import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { claimLedgerFormat } from "./ledger-format";

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

const found = async () =>
  (await connection.collection("formats").find().toArray()).map(({ format }) => format as number);

test("a version refuses a ledger of a newer one, says so, and changes nothing; newer ones go on", async () => {
  await claimLedgerFormat(connection, 1);
  await Promise.all(Array.from({ length: 8 }, () => claimLedgerFormat(connection, 2)));
  expect(await found()).toEqual([2]);
  await expect(claimLedgerFormat(connection, 1)).rejects.toThrow(
    "newer version of Cenote (format 2; this version reads up to 1)",
  );
  expect(await found()).toEqual([2]);
  await claimLedgerFormat(connection, 2);
  await claimLedgerFormat(connection, 3);
  expect(await found()).toEqual([3]);
});
