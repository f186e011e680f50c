import { mongo } from "mongoose";
import { poll } from "./poll";

export const REPLICA_SET = "cenote";

const NOT_YET_INITIALIZED = 94;
const PRIMARY_LIMIT_MS = 30_000;
const SELECTION_LIMIT_MS = 10_000;

interface ReplicaSetConfig {
  readonly version: number;
  readonly members: readonly { readonly host: string }[];
}

/**
 * Makes a mongod the only member of its replica set, which transactions and change streams need, and waits until it
 * accepts writes. If the set was made on another port, its configuration is changed.
 */
export const prepareReplicaSet = async (port: number): Promise<void> => {
  const host = `127.0.0.1:${port}`;
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
  });
  try {
    const admin = client.db("admin");
    const command = replicaSetCommand(await currentConfig(admin), host);
    if (command !== undefined) await admin.command(command);
    const primary = await poll(
      async () => ((await admin.command({ hello: 1 })).isWritablePrimary === true ? true : undefined),
      { everyMs: 50, limitMs: PRIMARY_LIMIT_MS },
    );
    if (primary === undefined)
      throw new Error(`The replica set of mongod at ${host} had no primary after ${PRIMARY_LIMIT_MS / 1000} s.`);
  } finally {
    await client.close();
  }
};

/**
 * The command that makes `host` the only member; undefined if it is already. @param config The set's current
 * configuration; undefined before the first start.
 */
export const replicaSetCommand = (config: ReplicaSetConfig | undefined, host: string): mongo.Document | undefined => {
  if (config === undefined) return { replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } };
  const [member] = config.members;
  if (config.members.length === 1 && member?.host === host) return undefined;
  return { replSetReconfig: { ...config, version: config.version + 1, members: [{ ...member, host }] }, force: true };
};

const currentConfig = async (admin: mongo.Db): Promise<ReplicaSetConfig | undefined> => {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig;
  } catch (error) {
    if ((error as mongo.MongoServerError).code === NOT_YET_INITIALIZED) return undefined;
    throw error;
  }
};
