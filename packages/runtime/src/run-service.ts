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

/** What the main file of a service needs of its process. */
export interface ServiceProcess extends ProcessSignals {
  /** Present if a parent process listens; it then also decides when to stop. */
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
  /** What the start opens is closed in reverse order. */
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  /** Present if traces are sent. */
  readonly tracing: Tracing | undefined;
  /** The token that services show one another. */
  readonly token: string;
  /** Accepted beside it while one replaces the other. */
  readonly formerToken: string | undefined;
}

export interface ServiceStart<Config> {
  /** On every line of the log, and before the reason of a start that failed. */
  readonly name: string;
  /** For everything that stops together. */
  readonly stopLimitMs: number;
  /** Throws with every mistake. */
  readonly readConfig: () => Config;
  /** @returns Where it answers, once it does. */
  readonly start: (parts: ServiceParts<Config>) => Promise<string>;
}

/** Begins the life of the process, once. */
export type BeginLife = (options: Omit<LifecycleOptions, "signals">) => Lifecycle;

/**
 * Runs a main function. If it fails, prints the reason on standard error, without a stack, and exits 1; but if a stop
 * has begun, it is the stop that made it fail, and that exits.
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
 * The life of a process that is one service: it says `ready` to its parent, or on standard output where there is none.
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
      // Registered first and so closed last: health and numbers are asked for while calls are drained.
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
