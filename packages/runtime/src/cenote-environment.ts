import { resolve } from "node:path";
import { type Environment, type EnvironmentValues, readEnvironment } from "./environment";
import { choiceVariable, optionalVariable, portVariable, textVariable } from "./environment-variable";

const PRINTABLE = { pattern: /^[\x21-\x7e]+$/, expected: "printable ASCII without spaces" };
const isUrl = (text: string): boolean => URL.canParse(text);
const HTTP_URL = { pattern: /^https?:\/\/\S+$/, isValid: isUrl, expected: "a URL with http: or https:" };

/** Every variable that the system itself reads; providers' keys are named in cenote.yaml. */
export const CENOTE_ENVIRONMENT = {
  host: textVariable({ name: "HOST", fallback: "127.0.0.1", about: "Address the servers listen on" }),
  port: portVariable({ name: "PORT", fallback: 8080, about: "Port of REST, GraphQL and the dashboard" }),
  grpcPort: portVariable({
    name: "GRPC_PORT",
    fallback: 9090,
    about: "Port of gRPC: billing, inference and media with health and reflection",
  }),
  configPath: textVariable({ name: "CENOTE_CONFIG", fallback: "./cenote.yaml", about: "The configuration file" }),
  dataDir: textVariable({
    name: "CENOTE_DATA_DIR",
    fallback: "./.cenote",
    about: "Folder for everything that is kept on this machine",
  }),
  simulate: choiceVariable({
    name: "CENOTE_SIMULATE",
    fallback: "auto",
    words: ["auto", "on", "off"],
    about:
      "Whether the upstream simulator stands in for providers: auto, on or off. auto is on while no provider has a key",
  }),
  keyFile: optionalVariable({
    name: "CENOTE_KEY_FILE",
    pattern: /./,
    expected: "a path",
    about: "File the first API key is written to",
  }),
  internalToken: optionalVariable({
    name: "CENOTE_INTERNAL_TOKEN",
    ...PRINTABLE,
    about: "What gRPC callers send as `authorization: Bearer`; made and kept in the data folder if unset",
  }),
  internalTokenFormer: optionalVariable({
    name: "CENOTE_INTERNAL_TOKEN_FORMER",
    ...PRINTABLE,
    about: "Accepted beside the internal token while one replaces the other, and reads what was sealed with it",
  }),
  mongodbUri: optionalVariable({
    name: "MONGODB_URI",
    pattern: /^mongodb(?:\+srv)?:\/\/\S+$/,
    expected: "a URI with mongodb: or mongodb+srv:",
    about: "MongoDB to use; unset, one is found or started",
  }),
  redisUrl: optionalVariable({
    name: "REDIS_URL",
    pattern: /^rediss?:\/\/\S+$/,
    isValid: isUrl,
    expected: "a URL with redis: or rediss:",
    about: "Redis that shares rate limits between replicas",
  }),
  logLevel: choiceVariable({
    name: "LOG_LEVEL",
    fallback: "info",
    words: ["trace", "debug", "info", "warn", "error", "silent"],
    about: "Least level that is logged: trace, debug, info, warn, error or silent",
  }),
  otlpEndpoint: optionalVariable({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    ...HTTP_URL,
    about: "Where traces go, over OTLP",
  }),
} as const;

/** `configPath`, `dataDir` and `keyFile` are absolute. */
export type CenoteEnvironment = EnvironmentValues<typeof CENOTE_ENVIRONMENT>;

/** Whether the operator named the configuration file, which must then exist. */
export const isConfigNamed = (env: Environment): boolean => (env[CENOTE_ENVIRONMENT.configPath.name] ?? "") !== "";

/** Reads the system's environment. Throws EnvironmentError with all mistakes. */
export const readCenoteEnvironment = (env: Environment): CenoteEnvironment => {
  const values = readEnvironment(CENOTE_ENVIRONMENT, env);
  return Object.freeze({
    ...values,
    configPath: resolve(values.configPath),
    dataDir: resolve(values.dataDir),
    keyFile: values.keyFile === undefined ? undefined : resolve(values.keyFile),
  });
};
