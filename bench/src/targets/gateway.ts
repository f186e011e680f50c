import { readFile, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { pidListeningOn } from "../processes/process-tree";
import { startProcess } from "../processes/start-process";
import { appMain } from "../repository";
import type { BenchDatabase } from "./database";
import { gatewayConfig } from "./gateway-config";
import { portOf } from "./simulator";
import { FAMILY_TARGETS, type FamilyTargetName, type Target } from "./target";

const START_LIMIT_MS = 60_000;

export interface GatewayOptions {
  readonly simulatorUrl: string;
  readonly database: BenchDatabase;
  /** Empty folder for configuration, key and data. */
  readonly folder: string;
}

/** Everything in one process, as `npm start` runs it, with a fresh data folder. */
export const startGateway = async ({ simulatorUrl, database, folder }: GatewayOptions): Promise<Target> => {
  const configFile = join(folder, "cenote.yaml");
  const keyFile = join(folder, "key");
  await writeFile(configFile, gatewayConfig(simulatorUrl));
  const gateway = await startProcess(
    appMain("standalone"),
    {
      PORT: String(await freePort()),
      GRPC_PORT: String(await freePort()),
      HOST: "127.0.0.1",
      CENOTE_CONFIG: configFile,
      CENOTE_KEY_FILE: keyFile,
      CENOTE_DATA_DIR: join(folder, "data"),
      CENOTE_SIMULATE: "off",
      MONGODB_URI: database.uri,
      NODE_ENV: "production",
    },
    START_LIMIT_MS,
    // Node's flags of `npm run bench`, which are those of `npm start`.
    process.execArgv,
  );
  const key = (await readFile(keyFile, "utf8")).trim();
  return {
    ...gatewayTarget(portOf(gateway.url), key),
    nodePid: gateway.pid,
    databasePid: database.pid,
    stop: () => gateway.stop(),
  };
};

/**
 * An already running gateway on this machine. Its processor time is that of the whole process, including a simulator
 * inside it.
 */
export const runningGateway = (url: string, key: string): Target => {
  const { hostname } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost")
    throw new Error(`Only a gateway on this machine can be measured, not ${hostname}.`);
  const port = portOf(url);
  const nodePid = pidListeningOn(port);
  if (nodePid === undefined) throw new Error(`Nothing listens at ${url}, or it may not be looked at.`);
  return { ...gatewayTarget(port, key), nodePid, databasePid: undefined, stop: async () => {} };
};

const gatewayTarget = (port: number, key: string) => ({
  name: "gateway" as const,
  port,
  basePath: "/v1",
  headers: { authorization: `Bearer ${key}` },
  modelName: (model: string) => `openai/${model}`,
});

const FAMILY_PREFIXES: Readonly<Record<FamilyTargetName, string>> = {
  "gateway, Anthropic": "anthropic",
  "gateway, Google": "google",
};

/** The same process, called for models of the other families. */
export const overFamilies = (gateway: Target): Target[] =>
  FAMILY_TARGETS.map((name) => ({
    ...gateway,
    name,
    modelName: (model) => `${FAMILY_PREFIXES[name]}/${model}`,
    stop: async () => {},
  }));

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
