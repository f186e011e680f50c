import { chooseMongo, connectMongo } from "@cenote/mongo";
import { silentLog } from "@cenote/core";
import { pidListeningOn } from "../processes/process-tree";

export interface BenchDatabase {
  readonly uri: string;
  readonly description: string;
  /** Undefined if it runs on another machine. */
  readonly pid: number | undefined;
  /** Milliseconds of each of `inserts` consecutive inserts of a small document, with the gateway's write concern. */
  measureCommits(inserts: number): Promise<number[]>;
  stop(): Promise<void>;
}

/** About the size of a ledger block with two entries. */
const SMALL_DOCUMENT_BYTES = 600;
const COLLECTION = "bench_commits";

/** The same database that a gateway would choose when starting, but known to the bench. */
export const startDatabase = async (dataDir: string): Promise<BenchDatabase> => {
  const chosen = await chooseMongo({
    uri: process.env["MONGODB_URI"],
    dataDir,
    environment: process.env,
    log: silentLog,
  });
  const connection = await connectMongo(chosen.uri, { log: silentLog, appName: "cenote-bench" });
  const commits = connection.collection(COLLECTION);
  const filler = "x".repeat(SMALL_DOCUMENT_BYTES);
  let sequence = 0;
  return {
    uri: chosen.uri,
    description: chosen.description,
    pid: pidOf(chosen.uri),
    async measureCommits(inserts) {
      const durations: number[] = [];
      for (let count = 0; count < inserts; count++) {
        const startMs = performance.now();
        await commits.insertOne({ sequence: sequence++, filler });
        durations.push(performance.now() - startMs);
      }
      return durations;
    },
    async stop() {
      await commits.drop().catch(() => {});
      await connection.close();
      await chosen.stop();
    },
  };
};

const LOCAL = /^mongodb:\/\/(?:[^@/]*@)?(?:127\.0\.0\.1|localhost):(\d+)/;

const pidOf = (uri: string): number | undefined => {
  const port = LOCAL.exec(uri)?.[1];
  return port === undefined ? undefined : pidListeningOn(Number(port));
};
