import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import type { Connection } from "mongoose";
import { createMongoClientTokenStore } from "./client-token-store";
import { createMongoOrganizationStore } from "./organization-store";
import { createMongoTopUpStore } from "./top-up-store";

const after = { createdAtMs: 5_000, id: "00000000-0000-4000-8000-000000000000" };
const at = new Date(5_000);

let database: TestDatabase;
let connection: Connection;
/** What was asked of the database, by collection. */
let asked: [string, unknown][];

beforeAll(async () => {
  database = await startTestDatabase();
  connection = await connectMongo(database.uri, { log: silentLog });
  connection.set("debug", (collection: string, _method: string, filter: unknown) => asked.push([collection, filter]));
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await connection?.close();
  await database?.stop();
});

test("a later page of client tokens, top-ups or organizations is read from its place in the index on, not from the first row", async () => {
  const page = { nowMs: 9_000, madeSinceMs: 1_000, after, limit: 10 };
  await createMongoClientTokenStore(connection).listLive("o", page);
  await createMongoTopUpStore(connection).list("o", { after, limit: 10 });
  await createMongoOrganizationStore(connection).list(after, 10);
  expect(asked).toEqual([
    ["client_tokens", expect.objectContaining({ org: "o", created: { $gte: new Date(1_000), $lte: at } })],
    ["top_ups", expect.objectContaining({ org: "o", created: { $lte: at } })],
    ["organizations", expect.objectContaining({ created: { $gte: at } })],
  ]);
});
