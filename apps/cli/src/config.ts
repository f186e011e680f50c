import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CenoteError } from "@cenote/core";
import {
  type Environment,
  INTERNAL_TOKEN_FILE,
  isConfigNamed,
  loadEnvironment,
  optionalVariable,
  readCenoteEnvironment,
  readEnvironment,
  readTogether,
} from "@cenote/runtime";

const addressOf = (name: string, about: string) =>
  optionalVariable({ name, about, pattern: /^\S+:\d+$/, expected: "host:port" });

/** Variables for separate services; without them both services are at the system's address. */
const SERVICES = {
  billing: addressOf("CENOTE_BILLING_ADDRESS", "Where billing answers gRPC"),
  inference: addressOf("CENOTE_INFERENCE_ADDRESS", "Where inference answers gRPC"),
} as const;

/** The tool's settings from the environment, in the same variables as the system's. */
export interface ToolConfig {
  readonly environment: Environment;
  /** `host:port` of the running system's gRPC, for billing and for inference. */
  readonly address: string;
  readonly inferenceAddress: string;
  readonly configPath: string;
  /** CENOTE_CONFIG names the file, which must then exist. */
  readonly configIsNamed: boolean;
  /** The internal token, read on demand, because some commands need none. Errors: not_found. */
  readonly token: () => string;
}

/** Loopback addresses for a server that listens on all addresses. */
const LOCAL_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (environment: Environment = loadEnvironment()): ToolConfig => {
  const { system, services } = readTogether({
    system: () => readCenoteEnvironment(environment),
    services: () => readEnvironment(SERVICES, environment),
  });
  const { host, grpcPort, dataDir, configPath, internalToken } = system;
  const own = `${LOCAL_ADDRESS[host] ?? (host.includes(":") ? `[${host}]` : host)}:${grpcPort}`;
  return {
    environment,
    address: services.billing ?? own,
    inferenceAddress: services.inference ?? own,
    configPath,
    configIsNamed: isConfigNamed(environment),
    token: () => internalToken ?? storedToken(join(dataDir, INTERNAL_TOKEN_FILE)),
  };
};

/** Never creates a token: the system would not know it. */
const storedToken = (path: string): string => {
  if (!existsSync(path)) {
    throw new CenoteError(
      "not_found",
      `There is no internal token at ${path}. Set CENOTE_DATA_DIR to the data folder of the running system, or CENOTE_INTERNAL_TOKEN.`,
    );
  }
  return readFileSync(path, "utf8").trim();
};
