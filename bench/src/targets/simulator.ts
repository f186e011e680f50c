import { startProcess, type StartedProcess } from "../processes/start-process";
import { appMain } from "../repository";
import type { Target } from "./target";

export const PROVIDER_PATH = "/openai/v1";
export const API_KEY = "bench";
const START_LIMIT_MS = 10_000;

export const startSimulator = (): Promise<StartedProcess> =>
  startProcess(appMain("upstream-simulator"), { PORT: "0" }, START_LIMIT_MS);

/** Calls with nothing in between: the cost of load generator and simulator alone. */
export const directTarget = (simulator: StartedProcess): Target => ({
  name: "simulator, direct",
  port: portOf(simulator.url),
  basePath: PROVIDER_PATH,
  headers: { authorization: `Bearer ${API_KEY}` },
  modelName: (model) => model,
  nodePid: undefined,
  databasePid: undefined,
  stop: async () => {},
});

export const portOf = (url: string): number => Number(new URL(url).port);
