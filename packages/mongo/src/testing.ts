import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mongo } from "mongoose";
import { shownUri } from "./shown-uri";
import { TEST_ENGINE_SOURCES } from "./find-engine";
import { withFirstEngine } from "./first-engine";
import { localUri } from "./local-uri";
import { joinTestServer } from "./test-server";

export interface TestDatabase {
  /** URI of this file's own database. */
  readonly uri: string;
  /** Drops the database and gives back the lease. */
  stop(): Promise<void>;
}

/**
 * An empty database for a test file: call it in `beforeAll`, stop it in `afterAll`. The files of one jest run share a
 * server, which ends with the run, however that ends. If CENOTE_TEST_MONGODB_URI is set, that server is used.
 */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  // oxlint-disable-next-line no-process-env -- tests have no configuration file of their own
  const environment = process.env;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const given = environment.CENOTE_TEST_MONGODB_URI;
  if (given !== undefined && given !== "") {
    const uri = withDatabase(given, name);
    return { uri, stop: () => drop(uri) };
  }
  const lease = await joinTestServer({
    run: String(runPid()),
    folder: join(tmpdir(), `cenote-test-mongo-${process.getuid?.() ?? "user"}`),
    withEngine: (use) => withFirstEngine(TEST_ENGINE_SOURCES, { environment, onSlow: () => {} }, use),
  });
  const uri = localUri(lease.record.port, name);
  return {
    uri,
    async stop() {
      await drop(uri);
      await lease.giveBack();
    },
  };
};

/**
 * Installs a server if there is none, which may take a minute: run it once before jest, whose hooks have less time.
 * @returns The server's name.
 */
export const prepareTestDatabases = async (onSlow: (what: string) => void = () => {}): Promise<string> => {
  // oxlint-disable-next-line no-process-env -- as above
  const environment = process.env;
  if (environment.CENOTE_TEST_MONGODB_URI)
    return shownUri(environment.CENOTE_TEST_MONGODB_URI) ?? "CENOTE_TEST_MONGODB_URI";
  return withFirstEngine(TEST_ENGINE_SOURCES, { environment, onSlow }, async ({ description }) => description);
};

/** Jest's workers are forks of the process that leads the run; in band it is this one. */
const runPid = (): number => (process.send === undefined ? process.pid : process.ppid);

const drop = async (uri: string): Promise<void> => {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 60_000 });
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
};

const withDatabase = (uri: string, name: string): string =>
  uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
