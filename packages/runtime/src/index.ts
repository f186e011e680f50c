export { CENOTE_ENVIRONMENT, type CenoteEnvironment, readCenoteEnvironment } from "./cenote-environment";
export {
  type Environment,
  EnvironmentError,
  type EnvironmentSpec,
  type EnvironmentValues,
  loadEnvironment,
  readEnvironment,
  readTogether,
  showToLibraries,
} from "./environment";
export {
  addressVariable,
  choiceVariable,
  type EnvironmentVariable,
  optionalPortVariable,
  optionalVariable,
  portVariable,
  textVariable,
} from "./environment-variable";
export { INTERNAL_TOKEN_FILE, internalToken, type InternalTokenOptions } from "./internal-token";
export {
  LAST_CALL_MS,
  type Lifecycle,
  type LifecycleOptions,
  type ProcessSignals,
  type StopFunction,
} from "./lifecycle";
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from "./logger";
export { createMetrics, type Metrics } from "./metrics";
export { onPort } from "./on-port";
export { PROBE_PORT, startProbeServer, type ProbeServer, type ProbeServerOptions } from "./probe-server";
export { largeRequestBytes, processMemoryBytes } from "./process-memory";
export { describeProxies, type ProxyEnvironment, readProxies, tellProxies } from "./proxy-environment";
export { type BeginLife, runMain, runService, type ServiceParts } from "./run-service";
export { BILLING_ADDRESS, MONGODB_URI, readCallbackOrigins, SIMULATOR_URL } from "./service-variables";
export { showBuild } from "./show-build";
export { showConfig } from "./show-config";
export { showConnections } from "./show-connections";
export { startTracing, type StartTracingOptions } from "./start-tracing";
export { watchDatabase } from "./watch-database";
export { withCallMetrics } from "./with-call-metrics";
export { withTraceId } from "./with-trace-id";
