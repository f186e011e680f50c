import { silentLog } from "@cenote/core";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ChosenMongo, chooseMongo, sourcesFor } from "./choose-mongo";
import { connectMongo } from "./connect-mongo";
import { dataPaths } from "./data-server";
import { ENGINE_SOURCES, type EngineSource, TEST_ENGINE_SOURCES } from "./find-engine";
import { DataFolderError, DataFolderInUseError } from "./data-folder-error";
import { NoMongoError } from "./first-engine";
import { readRecord } from "./keep-server";
import { poll } from "./poll";
import { isAlive } from "./process-alive";

const REGISTER = join(__dirname, "../../../scripts/register.cjs");
const environment = { ...process.env };
const running: (ChosenMongo | ChildProcess)[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cenote-choose-"));
});

afterEach(async () => {
  for (const one of running.splice(0)) {
    if ("stop" in one) await one.stop();
    else one.kill("SIGKILL");
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const start = async (sources: readonly EngineSource[] = TEST_ENGINE_SOURCES): Promise<ChosenMongo> => {
  const mongo = await chooseMongo({ uri: undefined, dataDir, environment, log: silentLog, sources });
  running.push(mongo);
  return mongo;
};

/** Another process that owns the data folder. */
const startOwner = async (): Promise<{ owner: ChildProcess; uri: string }> => {
  const fixtures = join(__dirname, "__fixtures__");
  const owner = spawn(process.execPath, ["--require", REGISTER, join(fixtures, "owner.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(owner);
  const [uri] = (await once(createInterface({ input: owner.stdout }), "line")) as [string];
  return { owner, uri };
};

const withNames = async <T>(
  uri: string,
  work: (names: { add(name: string): Promise<void>; all(): Promise<string[]> }) => Promise<T>,
): Promise<T> => {
  const connection = await connectMongo(uri, { log: silentLog });
  const collection = connection.collection<{ name: string }>("names");
  try {
    return await work({
      async add(name) {
        await collection.insertOne({ name });
      },
      all: async () => (await collection.find().toArray()).map(({ name }) => name),
    });
  } finally {
    await connection.close();
  }
};

const serverPid = async (): Promise<number> => (await readRecord(dataPaths(dataDir).record))!.serverPid;

test("a given URI is used unchanged, nothing is started, and its password is not shown", async () => {
  const uri = "mongodb://app:s3cret@db.internal/prod";
  const mongo = await chooseMongo({ uri, dataDir, environment, log: silentLog });
  expect(mongo.uri).toBe(uri);
  expect(mongo.description).toBe("MongoDB at mongodb://app:***@db.internal/prod");
  await mongo.stop();
  expect(await readdir(dataDir)).toEqual([]);
});

test("data survives a stop and a restart, and no server stays behind", async () => {
  const first = await start();
  await withNames(first.uri, (names) => names.add("kept"));
  const pid = await serverPid();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(await withNames(second.uri, (names) => names.all())).toEqual(["kept"]);
  expect(second.uri).toBe(first.uri);
});

test("the server of a killed process ends, and the next start has every acknowledged write", async () => {
  const { owner, uri } = await startOwner();
  await withNames(uri, (names) => names.add("acknowledged"));
  const pid = await serverPid();
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const next = await start();
  expect(isAlive(pid)).toBe(false);
  expect(await withNames(next.uri, (names) => names.all())).toEqual(["acknowledged"]);
});

test("a server that outlived even its keeper is stopped by the next start", async () => {
  const { owner, uri } = await startOwner();
  await withNames(uri, (names) => names.add("acknowledged"));
  const record = (await readRecord(dataPaths(dataDir).record))!;
  process.kill(record.keeperPid, "SIGKILL");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  expect(isAlive(record.serverPid)).toBe(true);
  const next = await start();
  expect(await withNames(next.uri, (names) => names.all())).toEqual(["acknowledged"]);
  expect(isAlive(record.serverPid)).toBe(false);
});

test("a second process is rejected while the first is alive, which is not disturbed", async () => {
  const { uri } = await startOwner();
  await expect(start()).rejects.toThrow(DataFolderInUseError);
  await withNames(uri, (names) => names.add("still here"));
});

test("a data folder whose keeper is suspended for a moment is in use: its server is left alone", async () => {
  await startOwner();
  const { keeperPid } = (await readRecord(dataPaths(dataDir).record))!;
  const pid = await serverPid();
  process.kill(keeperPid, "SIGSTOP");
  try {
    await expect(start()).rejects.toThrow(DataFolderInUseError);
    expect(isAlive(pid)).toBe(true);
  } finally {
    process.kill(keeperPid, "SIGCONT");
  }
});

test("a server that outlived its keeper and whose record is lost is reported, and left alone", async () => {
  const { owner } = await startOwner();
  const record = (await readRecord(dataPaths(dataDir).record))!;
  process.kill(record.keeperPid, "SIGKILL");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  await rm(dataPaths(dataDir).record);
  try {
    const failed = start();
    await expect(failed).rejects.toThrow(DataFolderInUseError);
    await expect(failed).rejects.toThrow(`process ${record.serverPid}`);
    expect(isAlive(record.serverPid)).toBe(true);
  } finally {
    process.kill(record.serverPid, "SIGKILL");
  }
});

test("a server that dies on its own is logged, with how it ended", async () => {
  const told = Promise.withResolvers<object>();
  const log = {
    ...silentLog,
    error: (fields: object) => {
      told.resolve(fields);
    },
  };
  running.push(await chooseMongo({ uri: undefined, dataDir, environment, log, sources: TEST_ENGINE_SOURCES }));
  process.kill(await serverPid(), "SIGKILL");
  expect(await told.promise).toMatchObject({ how: expect.stringContaining("SIGKILL") });
});

test.each(["serverPid", "keeperPid"] as const)(
  "if %s is killed, the server is restarted on the same port: clients continue with all acknowledged data",
  async (who) => {
    const mongo = await start();
    const before = (await readRecord(dataPaths(dataDir).record))!;
    await withNames(mongo.uri, async (names) => {
      await names.add("before");
      process.kill(before[who], "SIGKILL");
      await poll(
        async () =>
          names.add("after").then(
            () => true,
            () => undefined,
          ),
        { everyMs: 100, limitMs: 60_000 },
      );
      expect(await poll(async () => names.all().catch(() => undefined), { everyMs: 100, limitMs: 60_000 })).toEqual(
        expect.arrayContaining(["before", "after"]),
      );
    });
    const after = await poll(
      async () => {
        const record = await readRecord(dataPaths(dataDir).record);
        return record?.serverPid === before.serverPid ? undefined : record;
      },
      { everyMs: 100, limitMs: 60_000 },
    );
    expect(after?.port).toBe(before.port);
    expect(isAlive(before.serverPid)).toBe(false);
    await mongo.stop();
    expect(isAlive(after!.serverPid)).toBe(false);
  },
);

test("a server whose files are gone is not restarted on an empty folder", async () => {
  const told: object[] = [];
  const again = Promise.withResolvers<object>();
  const log = {
    ...silentLog,
    error: (fields: object) => {
      if (told.push(fields) === 2) again.resolve(fields);
    },
  };
  running.push(await chooseMongo({ uri: undefined, dataDir, environment, log, sources: TEST_ENGINE_SOURCES }));
  const files = (await readdir(dataDir)).find((name) => name === "mongo" || name === "secantusdb");
  await rm(join(dataDir, files!), { recursive: true, maxRetries: 5 });
  process.kill(await serverPid(), "SIGKILL");
  expect(await again.promise).toMatchObject({ how: expect.stringContaining("are gone") });
});

describe("choosing a server", () => {
  const missing = (family: "mongod" | "secantusdb", reason: string): EngineSource => ({
    family,
    find: async () => ({ reason }),
  });
  const broken: EngineSource = {
    family: "mongod",
    find: async () => ({
      description: "broken mongod",
      family: "mongod",
      command: process.execPath,
      args: () => ["-e", "console.error('libcrypto.so is missing'); process.exit(7)"],
    }),
  };

  test("an installed server that does not run is skipped, and leaves nothing in the data folder", async () => {
    const mongo = await start([broken, ...TEST_ENGINE_SOURCES.filter(({ family }) => family === "secantusdb")]);
    expect(mongo.description).toMatch(/^SecantusDB/);
    expect(await readdir(dataDir)).not.toContain("mongo");
  });

  const saying = (words: string): EngineSource => ({
    family: "mongod",
    find: async () => ({
      description: "a mongod",
      family: "mongod",
      command: process.execPath,
      args: () => ["-e", "console.error(process.argv[1]); process.exit(1)", words],
    }),
  });

  test.each([
    ["there is no space", "pwrite: No space left on device", /no space left for the data folder[^]*pwrite/],
    [
      "another process has the files",
      "__posix_lock: handle-lock: Device or resource busy",
      /in use by another process[^]*handle-lock/,
    ],
    [
      "its files are another user's",
      "wiredtiger_open: __posix_open_file, 816: DATA/secantusdb/WiredTiger.lock: handle-open: open: Permission denied\nTraceback",
      /can't be opened by the user who starts this\. Give[^]*WiredTiger\.lock: handle-open: open: Permission denied$/,
    ],
  ])("if %s, the error says so: no other server is tried or recommended", async (_cause, words, expected) => {
    const failed = start([saying(words.replace("DATA", dataDir)), missing("secantusdb", "no Python")]);
    await expect(failed).rejects.toThrow(DataFolderError);
    await expect(failed).rejects.toThrow(expected);
    await expect(failed).rejects.not.toThrow(/no Python|install/);
    expect(await readdir(dataDir)).not.toContain("mongo");
  });

  test("a server that may not be run is skipped: that is not the data folder's fault", async () => {
    const locked: EngineSource = {
      family: "mongod",
      find: async () => ({
        description: "a mongod",
        family: "mongod",
        command: process.execPath,
        args: ({ folder }) => ["-e", "console.error('python: Permission denied'); process.exit(1)", folder],
      }),
    };
    await expect(start([locked, missing("secantusdb", "no Python")])).rejects.toThrow(NoMongoError);
  });

  test("files that can't be read are not taken for none", async () => {
    // Not a folder, as nobody keeps root from reading one.
    await writeFile(dataPaths(dataDir).files("secantusdb"), "");
    await expect(start([saying("must not be asked")])).rejects.toThrow(/ENOTDIR[^]*secantusdb/);
  });

  test("an earlier server's log is not attributed to this one", async () => {
    await writeFile(dataPaths(dataDir).log, "No space left on device\n");
    const failed = start([broken]);
    await expect(failed).rejects.toThrow(NoMongoError);
    await expect(failed).rejects.not.toThrow("No space left");
  });

  test("if none can be had, the error lists every reason and what to do", async () => {
    const failed = start([missing("mongod", "no mongod"), broken, missing("secantusdb", "no Python")]);
    await expect(failed).rejects.toThrow(NoMongoError);
    await expect(failed).rejects.toThrow(
      /no mongod[^]*broken mongod[^]*exit code 7[^]*libcrypto\.so is missing[^]*no Python[^]*MONGODB_URI/,
    );
  });

  test("MongoDB comes before compatible servers, and installed ones before downloads", () => {
    expect(sourcesFor(ENGINE_SOURCES, undefined).map(({ family }) => family)).toEqual([
      "mongod",
      "mongod",
      "mongod",
      "secantusdb",
      "secantusdb",
      "secantusdb",
    ]);
  });

  test("a data folder stays with the family that created its files, even if the other becomes available", () => {
    expect(new Set(sourcesFor(ENGINE_SOURCES, "secantusdb").map(({ family }) => family))).toEqual(
      new Set(["secantusdb"]),
    );
    expect(new Set(sourcesFor(ENGINE_SOURCES, "mongod").map(({ family }) => family))).toEqual(new Set(["mongod"]));
  });
});
