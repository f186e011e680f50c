import { benchProgram } from "../repository";
import { startProcess } from "../processes/start-process";
import type { BenchDatabase } from "./database";
import { API_KEY, portOf, PROVIDER_PATH } from "./simulator";
import type { Target } from "./target";

const START_LIMIT_MS = 20_000;

export const startParts = async (simulatorUrl: string, database: BenchDatabase): Promise<Target> => {
  const parts = await startProcess(
    benchProgram("parts-main"),
    { UPSTREAM_URL: simulatorUrl, MONGODB_URI: database.uri },
    START_LIMIT_MS,
  );
  return {
    name: "the gateway's parts, bare",
    port: portOf(parts.url),
    basePath: PROVIDER_PATH,
    headers: { authorization: `Bearer ${API_KEY}` },
    modelName: (model) => model,
    nodePid: parts.pid,
    databasePid: database.pid,
    stop: () => parts.stop(),
  };
};
