import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog } from "@cenote/core";
import { connectMongo } from "@cenote/mongo";
import { inRoot } from "./paths";

/** The documents that one version wrote for one organization, and their expected contents. */
export interface EarlierVersion {
  /** The commit that wrote the documents. */
  readonly origin: string;
  readonly organization: string;
  readonly key: string;
  /** A key with a total budget of 5 pesos for `openai/*`, from versions that have such keys. */
  readonly restricted?: { readonly id: string; readonly key: string; readonly spent_mxn: string };
  /** The sum of its ledger entries, without open holds. */
  readonly balance_mxn: string;
  /** The sums of its ledger's charges. */
  readonly usage: readonly { readonly model: string; readonly calls: number; readonly cost_mxn: string }[];
  /** Calls with an `Idempotency-Key`, and the answers that that version gave. */
  readonly keyed: readonly {
    readonly key: string;
    readonly path: string;
    readonly body: object;
    readonly answer: string;
  }[];
  /** A completed job, as that version returned it. */
  readonly video: { readonly id: string; readonly created: number };
  /** Id of a job that was started last. */
  readonly running: string;
}

/** The internal token of the systems that wrote the documents; stored answers are encrypted with it. */
export const EARLIER_TOKEN = "internal-token-of-the-fixtures-of-earlier-versions";

const FOLDER = inRoot("e2e", "src", "__fixtures__");
const DAY_MS = 86_400_000;

const linesOf = (file: string): string[] => readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
const files = readdirSync(FOLDER).sort();

/** Oldest first. */
export const earlierVersions: readonly EarlierVersion[] = files.map(
  (file) => JSON.parse(linesOf(file)[0] ?? "") as EarlierVersion,
);

/**
 * Fills an empty database with the documents of every version, and with the oldest version's index, whose blocks
 * without postings have no key. Only expiry times are changed, because MongoDB would delete expired documents.
 */
export const loadEarlierDocuments = async (uri: string): Promise<void> => {
  const connection = await connectMongo(uri, { log: silentLog });
  try {
    const { EJSON } = connection.base.mongo.BSON;
    const later = new Date(Date.now() + DAY_MS);
    const added = new Set<string>();
    for (const line of files.flatMap((file) => linesOf(file).slice(1))) {
      const { in: name, document } = EJSON.parse(line, { relaxed: false }) as {
        readonly in: string;
        readonly document: { readonly _id: unknown } & Readonly<Record<string, unknown>>;
      };
      // Prices and exchange rates belong to the whole system: those of the oldest version that has them are used.
      const id = `${name} ${String(document._id)}`;
      if (added.has(id)) continue;
      added.add(id);
      const times = {
        ...("expires" in document && name !== "api_keys" && { expires: later }),
        ...(name === "client_tokens" && { created: new Date() }),
      };
      await connection.collection<{ _id: unknown }>(name).insertOne({ ...document, ...times });
    }
    await connection
      .collection("ledger_blocks")
      .createIndex({ org: 1, keys: 1 }, { unique: true, partialFilterExpression: { keys: { $exists: true } } }, {});
  } finally {
    await connection.close();
  }
};
