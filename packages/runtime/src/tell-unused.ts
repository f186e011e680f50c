import type { Log } from "@cenote/core";
import type { CenoteEnvironment } from "./cenote-environment";

/** Says at the start which settings are taken and do nothing yet: who sets one relies on it. */
export const tellUnused = ({ otlpEndpoint }: Pick<CenoteEnvironment, "otlpEndpoint">, log: Log): void => {
  if (otlpEndpoint !== undefined) log.warn({}, "OTEL_EXPORTER_OTLP_ENDPOINT is not used yet: no traces are sent");
};
