import { silentLog } from "@cenote/core";
import { type mongo, Schema } from "mongoose";
import { askDatabase } from "./ask-database";
import { connectMongo, syncIndexes } from "./connect-mongo";
import { freePort } from "./free-port";
import { createHurriedClock } from "./testing/hurried-clock";
import { startStandingStill } from "./testing/standing-still";
import { startWithholding } from "./testing/withheld-answer";
import { type TestDatabase, startTestDatabase } from "./testing";

let database: TestDatabase | undefined;

beforeAll(async () => {
  database = await startTestDatabase();
}, 60_000);
afterAll(() => database?.stop());

test("a sync creates the indexes once, however often and by however many processes it runs", async () => {
  const [one, other] = await Promise.all([
    connectMongo(database!.uri, { log: silentLog }),
    connectMongo(database!.uri, { log: silentLog }),
  ]);
  try {
    for (const connection of [one, other])
      connection.model("Key", new Schema({ hash: { type: String, unique: true } }));
    await Promise.all([syncIndexes(one, { log: silentLog }), syncIndexes(other, { log: silentLog })]);
    await syncIndexes(one, { log: silentLog });
    expect((await one.collection("keys").indexes()).map(({ name, unique }) => [name, unique === true])).toEqual([
      ["_id_", false],
      ["hash_1", true],
    ]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test("a database tells its time with its answer", async () => {
  const connection = await connectMongo(database!.uri, { log: silentLog });
  try {
    const beforeMs = Date.now();
    const atMs = (await askDatabase(connection)) ?? Number.NaN;
    // It runs on this machine.
    expect(atMs).toBeGreaterThan(beforeMs - 1_000);
    expect(atMs).toBeLessThan(Date.now() + 1_000);
  } finally {
    await connection.close();
  }
});

test("a sync waits for an index for longer than a socket may be silent, builds it once, and says so", async () => {
  const way = await startWithholding(database!.uri, "createIndexes");
  const connection = await connectMongo(`${way.uri}&socketTimeoutMS=100`, { log: silentLog });
  const told: unknown[] = [];
  const log = { ...silentLog, info: (fields: object, message: string) => told.push({ ...fields, message }) };
  try {
    connection.model("Large", new Schema({ name: { type: String, index: true } }));
    const synced = syncIndexes(connection, { log, clock: createHurriedClock() });
    await way.asked;
    await expect(connection.db!.command({ ping: 1 })).rejects.toThrow("timed out");
    expect(told).toContainEqual({
      collection: "larges",
      forS: 10,
      message: "an index is being built: the start waits for it",
    });
    way.goOn();
    await synced;
    expect(way.timesAsked()).toBe(1);
    expect((await connection.collection("larges").indexes()).map(({ name }) => name)).toEqual(["_id_", "name_1"]);
  } finally {
    way.goOn();
    await connection.close();
    await way.close();
  }
});

test("an index that no schema names is kept, for replicas of the previous version, and logged", async () => {
  const { log, warnings } = noting();
  const connection = await connectMongo(database!.uri, { log });
  try {
    await connection.collection("olds").createIndex({ former: 1 }, {}, {});
    connection.model("Old", new Schema({ name: String }));
    await syncIndexes(connection, { log });
    expect((await connection.collection("olds").indexes()).map(({ name }) => name)).toContain("former_1");
    expect(warnings.map(([fields]) => fields)).toEqual([{ collection: "olds", indexes: ["former_1"] }]);
  } finally {
    await connection.close();
  }
});

test("a URI without a database uses the database cenote, any other is respected", async () => {
  const { origin } = new URL(database!.uri.replace("mongodb:", "http:"));
  const bare = await connectMongo(`${origin.replace("http:", "mongodb:")}/?directConnection=true`, { log: silentLog });
  const named = await connectMongo(database!.uri, { log: silentLog });
  expect(bare.name).toBe("cenote");
  expect(named.name).toMatch(/^test_/);
  await Promise.all([bare.close(), named.close()]);
});

test("the server gives up a model's query when its caller does", async () => {
  const connection = await connectMongo(database!.uri, { log: silentLog });
  const limits: unknown[] = [];
  connection.set("debug", (_collection: string, method: string, _filter: object, options: { maxTimeMS?: number }) => {
    limits.push([method, options.maxTimeMS]);
  });
  const rows = connection.model("Row", new Schema({ name: String }));
  try {
    await rows.find({});
    await rows.findOne({}).lean();
    await rows.countDocuments();
    await rows.find({}).maxTimeMS(5);
    expect(limits).toEqual([
      ["find", 8_000],
      ["findOne", 8_000],
      ["countDocuments", 8_000],
      ["find", 5],
    ]);
  } finally {
    await connection.close();
  }
});

const bare = (uri: string): string => `${uri.split("?")[0]}?directConnection=true`;

test("lost writes are retried by default", async () => {
  const connection = await connectMongo(bare(database!.uri), { log: silentLog });
  expect(connection.getClient().options.retryWrites).toBe(true);
  await connection.close();
});

test("writes wait for the majority whatever the URI says; pool, limits and retries follow the URI", async () => {
  const connection = await connectMongo(`${bare(database!.uri)}&w=0&maxPoolSize=3&retryWrites=false`, {
    log: silentLog,
  });
  const { options } = connection.getClient();
  expect(options.writeConcern).toMatchObject({ w: "majority", j: true });
  expect(options.maxPoolSize).toBe(3);
  expect(options.socketTimeoutMS).toBe(60_000);
  expect(options.retryWrites).toBe(false);
  await connection.close();
});

test.each(["", "&readPreferenceTags=dc:far"])(
  "reads ask the primary whatever the URI says, as a secondary may lack what was just charged: %p",
  async (tags) => {
    const uri = `${bare(database!.uri)}&readPreference=secondaryPreferred${tags}`;
    const connection = await connectMongo(uri, { log: silentLog });
    const { mode } = connection.getClient().options.readPreference;
    await connection.close();
    expect(mode).toBe("primary");
  },
);

test("a URI that says how old a read may be is refused by that name", async () => {
  const uri = `${bare(database!.uri)}&readPreference=secondary&maxStalenessSeconds=120`;
  await expect(connectMongo(uri, { log: silentLog })).rejects.toThrow(
    "Primary read preference cannot be combined with maxStalenessSeconds",
  );
});

/** The largest number of simultaneously open connections, from the driver's pool events. */
const watchPool = (client: mongo.MongoClient) => {
  const open = new Set<number | "<monitor>">();
  let most = 0;
  const see = ({ connectionId }: { readonly connectionId: number | "<monitor>" }) => {
    open.add(connectionId);
    most = Math.max(most, open.size);
  };
  client.on("connectionCreated", see);
  // The first connection was opened before this listener was added.
  client.on("connectionCheckedOut", see);
  client.on("connectionClosed", ({ connectionId }) => {
    open.delete(connectionId);
  });
  return { most: () => most };
};

test.each([
  ["", 20],
  ["&maxPoolSize=3", 3],
])(
  "under load no more connections are open than the pool allows (URI%s: %i), and waiting operations succeed",
  async (option, bound) => {
    const connection = await connectMongo(`${database!.uri}${option}`, { log: silentLog });
    try {
      const pool = watchPool(connection.getClient());
      const collection = connection.collection<{ _id: number }>("pooled");
      const ids = Array.from({ length: 1000 }, (_none, id) => id);
      await Promise.all(ids.map((id) => collection.insertOne({ _id: id })));
      expect((await Promise.all(ids.map((id) => collection.findOne({ _id: id })))).map((row) => row?._id)).toEqual(ids);
      expect(pool.most()).toBe(bound);
    } finally {
      await connection.collection("pooled").deleteMany({});
      await connection.close();
    }
  },
);

/** Notes warnings; the first is told. */
const noting = (onFirst = () => {}) => {
  const warnings: [object, string][] = [];
  const log = {
    ...silentLog,
    warn: (fields: object, message: string) => {
      warnings.push([fields, message]);
      if (warnings.length === 1) onFirst();
    },
  };
  return { log, warnings };
};

describe("if no server answers", () => {
  test("for a minute, the error names the address but not the password", async () => {
    const clock = createHurriedClock();
    const { log, warnings } = noting();
    const uri = `mongodb://app:s3cret@127.0.0.1:${await freePort()}/x?directConnection=true&serverselectiontimeoutms=10`;
    const failed = connectMongo(uri, { log, clock });
    await expect(failed).rejects.toThrow(/No MongoDB at mongodb:\/\/app:\*\*\*@127\.0\.0\.1/);
    await expect(failed).rejects.not.toThrow("s3cret");
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(60_000);
    expect(warnings[0]).toEqual([
      { error: expect.stringContaining("ECONNREFUSED"), waitsAtMostMs: 60_000 },
      "MongoDB does not answer: the start waits for it",
    ]);
    expect(JSON.stringify(warnings)).not.toContain("s3cret");
  });

  test.each([
    ["stands still", 0],
    // The first asks whether it is there; the second is for operations.
    ["stands still once it has answered one connection", 1],
  ])("because it %s, a start waits until it does", async (_how, passed) => {
    const clock = createHurriedClock();
    const still = await startStandingStill(database!.uri, passed);
    try {
      const { log, warnings } = noting(still.goOn);
      const uri = `${still.uri}&connectTimeoutMS=500&serverSelectionTimeoutMS=500`;
      const connection = await connectMongo(uri, { log, clock });
      await connection.collection("there").findOne({});
      expect(warnings.length).toBeGreaterThan(0);
      await connection.close();
    } finally {
      await still.close();
    }
  });
});

test.each(["mongodb://app:pa/s3cret@127.0.0.1:1/x", "mongodb://app:s3cret"])(
  "an error says nothing of a password that is not percent-encoded: %s",
  async (uri) => {
    const failure = await connectMongo(uri, { log: silentLog, clock: createHurriedClock() }).catch(String);
    expect(failure).toContain("%2F");
    expect(failure).not.toContain("s3cret");
  },
);

test.each(["http://127.0.0.1/x", "mongodb://", "mongodb://127.0.0.1:1/x?retryWrites=perhaps"])(
  "a wrong URI ends a start at once: %s",
  async (uri) => {
    const { log, warnings } = noting();
    await expect(connectMongo(uri, { log, clock: createHurriedClock() })).rejects.toThrow("No MongoDB at");
    expect(warnings).toEqual([]);
  },
);
