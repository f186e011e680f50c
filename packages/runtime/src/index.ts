export { CENOTE_ENVIRONMENT, type CenoteEnvironment, readCenoteEnvironment } from "./cenote-environment";
export { type Environment, EnvironmentError, type EnvironmentSpec, type EnvironmentValues, loadEnvironment, readEnvironment } from "./environment";
export { choiceVariable, type EnvironmentVariable, optionalVariable, portVariable, textVariable } from "./environment-variable";
export { createHealth, type Health, type HealthComponent, type HealthState } from "./health";
export { INTERNAL_TOKEN_FILE, internalToken, type InternalTokenOptions } from "./internal-token";
export { createLifecycle, LAST_CALL_MS, type Lifecycle, type LifecycleOptions, type ProcessSignals, type StopFunction } from "./lifecycle";
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from "./logger";
export { createMetrics, type Metrics } from "./metrics";
export { tellUnused } from "./tell-unused";
