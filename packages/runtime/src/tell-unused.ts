import type { Log } from "@cenote/core";
import type { CenoteEnvironment } from "./cenote-environment";

/** Says at the start which settings are taken and do nothing yet: who sets one relies on it. */
export const tellUnused = ({ redisUrl, otlpEndpoint }: Pick<CenoteEnvironment, "redisUrl" | "otlpEndpoint">, log: Log): void => {
  if (redisUrl !== undefined) log.warn({}, "REDIS_URL is not used yet: each process counts rate limits for itself");
  if (otlpEndpoint !== undefined) log.warn({}, "OTEL_EXPORTER_OTLP_ENDPOINT is not used yet: no traces are sent");
};
