import { benchProgram } from "../repository";
import { startProcess } from "../processes/start-process";
import { API_KEY, portOf, PROVIDER_PATH } from "./simulator";
import type { Target } from "./target";

const START_LIMIT_MS = 10_000;

export const startBareProxy = async (simulatorUrl: string): Promise<Target> => {
  const proxy = await startProcess(benchProgram("bare-proxy-main"), { UPSTREAM_URL: simulatorUrl }, START_LIMIT_MS);
  return {
    name: "bare Node proxy",
    port: portOf(proxy.url),
    basePath: PROVIDER_PATH,
    headers: { authorization: `Bearer ${API_KEY}` },
    modelName: (model) => model,
    nodePid: proxy.pid,
    databasePid: undefined,
    stop: () => proxy.stop(),
  };
};
