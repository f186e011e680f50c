import type { Log, Tracing } from "@cenote/core";
import type { CenoteEnvironment } from "./cenote-environment";
import { internalToken } from "./internal-token";
import { createLifecycle, type Lifecycle, type LifecycleOptions, type ProcessSignals } from "./lifecycle";
import { createLogger } from "./logger";
import { createMetrics, type Metrics } from "./metrics";
import { onPort } from "./on-port";
import { type ProbeServer, startProbeServer } from "./probe-server";
import { giveSignsOfLife, type TellParent } from "./signs-of-life";
import { startTracing } from "./start-tracing";
import { showBuild } from "./show-build";
import { withTraceId } from "./with-trace-id";
import { tuneEngine } from "./tune-engine";

/** The parts of its process that a service's main file needs. */
export interface ServiceProcess extends ProcessSignals {
  /** Present if there is a parent process, which then also decides when to stop. */
  send?(...message: Parameters<TellParent>): unknown;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface ServiceConfig {
  readonly system: Pick<
    CenoteEnvironment,
    "host" | "logLevel" | "dataDir" | "internalToken" | "internalTokenFormer" | "otlpEndpoint"
  >;
  /** Port that answers health and metrics over HTTP; none if absent. */
  readonly probePort?: number | undefined;
}

export interface ServiceParts<Config> {
  readonly config: Config;
  readonly log: Log;
  /** Resources opened by the start are closed in reverse order. */
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  /** Present if traces are sent. */
  readonly tracing: Tracing | undefined;
  /** The token by which services authenticate each other. */
  readonly token: string;
  /** Accepted as well while the token is being replaced. */
  readonly formerToken: string | undefined;
}

export interface ServiceStart<Config> {
  /** On every log line, and before the reason of a failed start. */
  readonly name: string;
  /** Limit for all stop functions together. */
  readonly stopLimitMs: number;
  /** Throws an error with every mistake. */
  readonly readConfig: () => Config;
  /** @returns The service's address, once it is ready. */
  readonly start: (parts: ServiceParts<Config>) => Promise<string>;
}

/** Creates the lifecycle of the process, once. */
export type BeginLife = (options: Omit<LifecycleOptions, "signals">) => Lifecycle;

/**
 * Runs a main function. If it fails, the reason is printed on standard error without a stack, and the process exits 1.
 * If a stop has begun, the stop caused the failure, and the stop ends the process.
 */
export const runMain = async (
  name: string,
  main: (beginLife: BeginLife) => Promise<void>,
  host: Pick<ServiceProcess, "stderr" | keyof ProcessSignals> = process,
): Promise<void> => {
  tuneEngine();
  let lifecycle: Lifecycle | undefined;
  try {
    await main((options) => {
      lifecycle = createLifecycle({ ...options, signals: host });
      return lifecycle;
    });
  } catch (error) {
    if (lifecycle?.isStopping === true) return;
    host.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    host.exit(1);
  }
};

/**
 * The life of a process that is one service. It reports `ready` to its parent, or on standard output if there is none.
 */
export const runService = <Config extends ServiceConfig>(
  { name, stopLimitMs, readConfig, start }: ServiceStart<Config>,
  host: ServiceProcess = process,
): Promise<void> =>
  runMain(
    name,
    async (beginLife) => {
      const tell = host.send?.bind(host);
      if (tell !== undefined) giveSignsOfLife(tell);
      const config = readConfig();
      const { system, probePort } = config;
      const processLog = createLogger({ level: system.logLevel, service: name });
      const lifecycle = beginLife({ log: processLog, limitMs: stopLimitMs, supervised: tell !== undefined });
      const tracing = await startTracing({
        endpoint: system.otlpEndpoint,
        service: `cenote-${name}`,
        log: processLog,
        lifecycle,
      });
      const log = tracing === undefined ? processLog : withTraceId(processLog, tracing);
      const metrics = createMetrics();
      showBuild(metrics);
      const token = await internalToken({ dataDir: system.dataDir, configured: system.internalToken });
      let probes: ProbeServer | undefined;
      // Registered first and so closed last: health and metrics are read while calls are drained.
      lifecycle.onStop("probe server", () => probes?.close());
      const address = await start({
        config,
        log,
        lifecycle,
        metrics,
        tracing,
        token,
        formerToken: system.internalTokenFormer,
      });
      if (probePort !== undefined) {
        const starting = startProbeServer({ host: system.host, port: probePort, metrics });
        probes = await onPort("CENOTE_PROBE_PORT", probePort, starting);
      }
      if (tell === undefined) host.stdout.write(`ready ${address}\n`);
      else tell({ ready: address }, undefined, undefined, () => {});
    },
    host,
  );
