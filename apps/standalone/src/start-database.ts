import type { Log } from "@cenote/core";
import { chooseMongo, type ChosenMongo } from "@cenote/mongo";
import type { CenoteEnvironment, Environment, Lifecycle } from "@cenote/runtime";

export interface StartDatabaseOptions {
  readonly environment: CenoteEnvironment;
  readonly variables: Environment;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
}

/**
 * The system's database, configured or started here. If a server that was started here can't be restarted, the process
 * stops in order and exits 1, so that its supervisor can restart it and it does not appear to work.
 */
export const startDatabase = async (
  { environment, variables, lifecycle, log }: StartDatabaseOptions,
  choose = chooseMongo,
  exit = (code: number): void => {
    process.exit(code);
  },
): Promise<ChosenMongo> => {
  const mongo = await choose({
    uri: environment.mongodbUri,
    dataDir: environment.dataDir,
    environment: variables,
    log,
  });
  lifecycle.onStop("MongoDB", () => mongo.stop());
  const endWith = async (error: Error) => {
    log.error({ how: error.message }, "the database is lost, so this process ends");
    await lifecycle.stop();
    exit(1);
  };
  void mongo.lost.then(endWith);
  return mongo;
};
