import { type Clock, type Log, systemClock, type Tracing } from "@cenote/core";
import { type Environment, loadEnvironment } from "./environment";
import type { Lifecycle } from "./lifecycle";

export interface StartTracingOptions {
  /** Where traces go; undefined for nowhere. */
  readonly endpoint: string | undefined;
  /** Name of the process. */
  readonly service: string;
  readonly log: Log;
  /** Sends the rest when everything else has stopped: to be called before anything that makes spans is registered. */
  readonly lifecycle: Lifecycle;
  readonly env?: Environment;
  readonly clock?: Clock;
}

/** The SDK reads the process's own variables alone: those of a `.env` file are put there. */
const showSdk = (env: Environment): void => {
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith("OTEL_") && value !== undefined) process.env[name] ??= value;
  }
};

/** @returns Undefined where no traces are wanted: then nothing of the SDK is loaded. Throws where OpenTelemetry's variables have mistakes. */
export const startTracing = async ({ endpoint, service, log, lifecycle, env = loadEnvironment(), clock = systemClock }: StartTracingOptions): Promise<Tracing | undefined> => {
  if (endpoint === undefined) return undefined;
  showSdk(env);
  const { openTraces } = await import("@cenote/tracing");
  const traces = openTraces({ service, env, log, clock });
  lifecycle.onStop("traces", () => traces.close());
  return traces.tracing;
};
