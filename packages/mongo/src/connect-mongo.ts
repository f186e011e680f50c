import mongoose, { type Connection, type Model, type mongo, type Schema } from "mongoose";
import { awaitDatabase, type AwaitDatabaseOptions } from "./await-database";
import { shownUri } from "./shown-uri";
import { ANSWER_MS } from "./with-answer-limit";
import { unhurried } from "./unhurried";
import { untrusted } from "./untrusted-certificate";

/** Used if the URI names no database. */
const DEFAULT_DATABASE = "cenote";

/** Defaults, which the URI may override. */
const TUNABLE = {
  maxPoolSize: 20,
  retryWrites: true,
  serverSelectionTimeoutMS: 10_000,
  connectTimeoutMS: 5_000,
  // Longer than any operation without `UNHURRIED`, so that only a dead socket is closed.
  socketTimeoutMS: 60_000,
} as const;

/**
 * The URI can't override these: the ledger is written over this connection, and read to admit calls. A secondary may lack
 * the newest writes.
 */
const FIXED = {
  writeConcern: { w: "majority", journal: true },
  readConcernLevel: "majority",
  readPreference: "primary",
  bufferCommands: false,
  autoCreate: false,
  autoIndex: false,
} as const;

const BUILDING = "an index is being built: the start waits for it";

const MALFORMED =
  "It must be mongodb://user:password@host:port/database, with / : @ ? # % in user and password as %2F %3A %40 %3F %23 %25.";

export interface ConnectMongoOptions extends AwaitDatabaseOptions {
  /** Shown in the server's list of connections. */
  readonly appName?: string;
}

/**
 * Opens a connection of its own, not mongoose's global one. Pool size, time limits and retries can be set in the URI.
 * Waits up to a minute for a server that does not answer. Throws if none does; throws at once if a server rejects the
 * connection, its certificate is not trusted, or the URI is invalid. The message never contains the password or options.
 */
export const connectMongo = async (
  uri: string,
  { log, appName = "cenote", clock }: ConnectMongoOptions,
): Promise<Connection> => {
  let connection: Connection;
  try {
    connection = await awaitDatabase(() => connectOnce(uri, appName), { log, clock });
  } catch (error) {
    const shown = shownUri(uri);
    // oxlint-disable-next-line preserve-caught-error -- the driver quotes what it can't read, which may be the password
    if (shown === undefined) throw new Error(`No MongoDB at this URI. ${MALFORMED}`);
    throw new Error(`No MongoDB at ${shown}: ${(error as Error).message}`, { cause: error });
  }
  connection.on("error", (error: Error) => {
    log.error({ error: error.message }, "MongoDB connection failed");
  });
  let closing = false;
  connection.on("disconnecting", () => {
    closing = true;
  });
  connection.on("disconnected", () => {
    if (!closing) log.warn({}, "MongoDB is unreachable");
  });
  connection.on("reconnected", () => {
    log.info({}, "MongoDB is reachable again");
  });
  return connection;
};

const connectOnce = async (uri: string, appName: string): Promise<Connection> => {
  const connection = mongoose.createConnection(uri, {
    ...Object.fromEntries(Object.entries(TUNABLE).filter(([name]) => !optionNames(uri).has(name.toLowerCase()))),
    ...FIXED,
    ...(namesDatabase(uri) ? {} : { dbName: DEFAULT_DATABASE }),
    appName,
  });
  connection.plugin(endWithAnswerLimit);
  // Undefined if the URI is invalid; the promise below then rejects.
  const client = connection.getClient() as mongo.MongoClient | undefined;
  try {
    return await Promise.race([connection.asPromise(), ...(client === undefined ? [] : [untrusted(client)])]);
  } catch (error) {
    // The client first: otherwise a connection that is still being made would end only after its timeout.
    await client?.close().catch(() => {});
    await connection.destroy().catch(() => {});
    throw error;
  }
};

/** The server aborts a query when its caller has given up: it may scan a whole collection. */
const endWithAnswerLimit = (schema: Schema): void => {
  schema.pre(["find", "findOne", "countDocuments"], function () {
    this.setOptions({ maxTimeMS: ANSWER_MS, ...this.getOptions() });
  });
};

/**
 * Creates the collections and missing indexes of every model of the connection. Run once at start. Waits up to a minute for
 * a database that does not answer, and without a limit for the build of an index. An index that is in no schema is logged
 * and stays: a replica of the previous version may still need it.
 */
export const syncIndexes = async (connection: Connection, options: AwaitDatabaseOptions): Promise<void> => {
  await Promise.all(
    Object.values(connection.models).map((model) => awaitDatabase(() => syncIndexesOf(model, options), options)),
  );
};

const syncIndexesOf = async (model: Model<unknown>, options: AwaitDatabaseOptions): Promise<void> => {
  const { collection, schema } = model;
  await model.createCollection();
  const { toDrop } = await model.diffIndexes();
  if (toDrop.length > 0)
    options.log.warn({ collection: collection.name, indexes: toDrop }, "indexes that no schema defines");
  const told = { ...options, message: BUILDING, fields: { collection: collection.name } };
  // With the driver, because mongoose accepts no options for the operation.
  for (const [fields, index] of schema.indexes() as readonly [mongo.IndexSpecification, mongo.IndexOptions][])
    await unhurried((unlimited) => collection.createIndex(fields, index, unlimited), told);
};

/** Lower case: the driver ignores their case. */
const optionNames = (uri: string): ReadonlySet<string> =>
  new Set([...new URLSearchParams(uri.split("?", 2)[1] ?? "").keys()].map((name) => name.toLowerCase()));

const namesDatabase = (uri: string): boolean => /^mongodb(?:\+srv)?:\/\/[^/?]+\/[^?]/.test(uri);
