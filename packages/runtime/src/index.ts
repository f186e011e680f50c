export { type CenoteEnvironment, isConfigNamed, readCenoteEnvironment } from "./cenote-environment";
export {
  type Environment,
  EnvironmentError,
  loadEnvironment,
  readEnvironment,
  readTogether,
  exportToProcess,
} from "./environment";
export { addressVariable, optionalVariable, portVariable } from "./environment-variable";
export { INTERNAL_TOKEN_FILE, internalToken } from "./internal-token";
export type { Lifecycle } from "./lifecycle";
export { createLogger } from "./logger";
export { createMetrics, type Metrics } from "./metrics";
export { onPort } from "./on-port";
export { PROBE_PORT, startProbeServer } from "./probe-server";
export { largeRequestBytes, processMemoryBytes } from "./process-memory";
export { describeProxies, type ProxyEnvironment, readProxies, logProxies } from "./proxy-environment";
export { type BeginLife, runMain, runService, type ServiceParts } from "./run-service";
export { BILLING_ADDRESS, MONGODB_URI, readCallbackOrigins, SIMULATOR_URL } from "./service-variables";
export { showBuild } from "./show-build";
export { showConfig } from "./show-config";
export { showConnections } from "./show-connections";
export { startTracing } from "./start-tracing";
export { watchDatabase } from "./watch-database";
export { withCallMetrics } from "./with-call-metrics";
export { withTraceId } from "./with-trace-id";
