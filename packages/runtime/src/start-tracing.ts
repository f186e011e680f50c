import { type Clock, type Log, systemClock, type Tracing } from "@cenote/core";
import { type Environment, loadEnvironment, showToLibraries } from "./environment";
import type { Lifecycle } from "./lifecycle";

export interface StartTracingOptions {
  /** Where traces go; undefined for nowhere. */
  readonly endpoint: string | undefined;
  /** Name of the process. */
  readonly service: string;
  readonly log: Log;
  /**
   * Registered to send the last spans after everything else has stopped, so call it before registering anything that
   * makes spans.
   */
  readonly lifecycle: Lifecycle;
  readonly env?: Environment;
  readonly clock?: Clock;
}

/**
 * @returns Undefined where no traces are wanted: then nothing of the SDK is loaded. Throws where OpenTelemetry's
 * variables have mistakes.
 */
export const startTracing = async ({
  endpoint,
  service,
  log,
  lifecycle,
  env = loadEnvironment(),
  clock = systemClock,
}: StartTracingOptions): Promise<Tracing | undefined> => {
  if (endpoint === undefined) return undefined;
  // The SDK does not read a `.env` file.
  showToLibraries(env, "OTEL_");
  const { openTraces } = await import("@cenote/tracing");
  const traces = openTraces({ service, env, log, clock });
  lifecycle.onStop("traces", () => traces.close());
  return traces.tracing;
};
