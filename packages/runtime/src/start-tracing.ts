import { type Clock, type Log, systemClock, type Tracing } from "@cenote/core";
import { type Environment, loadEnvironment, exportToProcess } from "./environment";
import type { Lifecycle } from "./lifecycle";

export interface StartTracingOptions {
  /** Where traces are sent; undefined for no traces. */
  readonly endpoint: string | undefined;
  /** Name of the process. */
  readonly service: string;
  readonly log: Log;
  /**
   * The last spans are sent in a stop function, which runs after those registered later. So call this before
   * registering anything that creates spans.
   */
  readonly lifecycle: Lifecycle;
  readonly env?: Environment;
  readonly clock?: Clock;
}

/**
 * @returns Undefined if no traces are wanted; the SDK is then not loaded. Throws if OpenTelemetry's variables have
 * mistakes.
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
  exportToProcess(env, "OTEL_");
  const { openTraces } = await import("@cenote/tracing");
  const traces = openTraces({ service, env, log, clock });
  lifecycle.onStop("traces", () => traces.close());
  return traces.tracing;
};
