import { type Clock, type Log, systemClock } from "@cenote/core";

export type StopFunction = () => Promise<void> | void;

/** The parts of a process that a lifecycle needs. */
export interface ProcessSignals {
  on(event: "SIGINT" | "SIGTERM" | "disconnect" | "uncaughtException", listener: (cause: unknown) => void): unknown;
  exit(code: number): void;
}

export interface LifecycleOptions {
  readonly log: Log;
  /** Limit for all stop functions together. */
  readonly limitMs: number;
  /**
   * For a child process: its parent sends SIGTERM to stop it. A SIGINT from the terminal reaches both processes and is
   * ignored here.
   */
  readonly supervised?: boolean;
  readonly clock?: Clock;
  readonly signals?: ProcessSignals;
}

export interface Lifecycle {
  /** Registers a function that undoes a step of the start. If the stop has begun, it is called at once. */
  onStop(name: string, stop: StopFunction): void;
  /**
   * Runs the stop functions in reverse order, once; further calls return the same result. False if one failed or ran
   * out of time.
   */
  stop(): Promise<boolean>;
  /** Whether the stop has begun: a start in progress may fail because of it. */
  readonly isStopping: boolean;
}

/** Time for each remaining stop function after the limit, so that one that hangs does not leave a database running. */
export const LAST_CALL_MS = 1000;

/** A signal this soon after the first is the same signal, delivered twice: by the terminal, npm or the launcher. */
const SAME_SIGNAL_MS = 1000;

type Outcome = "stopped" | "failed" | "late";

interface Step {
  readonly name: string;
  readonly stop: StopFunction;
}

/**
 * Stops a process in order. SIGINT, SIGTERM and the loss of the parent's channel stop it with exit code 0, or 1 if a
 * stop function failed or was late. A second signal exits 1 at once. An uncaught error is logged, then stops it with
 * exit code 1.
 */
export const createLifecycle = ({
  log,
  limitMs,
  supervised = false,
  clock = systemClock,
  signals = process,
}: LifecycleOptions): Lifecycle => {
  const steps: Step[] = [];
  let stopping: Promise<boolean> | undefined;

  const run = (step: Step, withinMs: number): Promise<Outcome> =>
    new Promise((resolve) => {
      const timer = clock.setTimer(() => {
        log.error({ step: step.name, limitMs }, "stopping takes longer than its limit");
        resolve("late");
      }, withinMs);
      const attempt = async () => {
        try {
          await step.stop();
          log.debug({ step: step.name }, "stopped");
          resolve("stopped");
        } catch (err) {
          log.error({ step: step.name, err }, "stopping failed");
          resolve("failed");
        } finally {
          timer.cancel();
        }
      };
      void attempt();
    });

  const runAll = async () => {
    const startedMs = clock.monotonicMs();
    let clean = true;
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const leftMs = limitMs - (clock.monotonicMs() - startedMs);
      if ((await run(step, Math.max(leftMs, LAST_CALL_MS))) !== "stopped") clean = false;
    }
    return clean;
  };
  const stop = () => {
    stopping ??= runAll();
    return stopping;
  };
  const stopAndExit = async (code: number) => {
    const clean = await stop();
    signals.exit(clean ? code : 1);
  };

  let signalledMs = 0;
  const onSignal = (signal: string) => () => {
    if (stopping !== undefined) {
      if (clock.monotonicMs() - signalledMs < SAME_SIGNAL_MS) return;
      log.warn({ signal }, "second signal: exiting at once");
      signals.exit(1);
      return;
    }
    signalledMs = clock.monotonicMs();
    log.info({ signal, limitMs }, "stopping");
    void stopAndExit(0);
  };
  signals.on("SIGINT", supervised ? () => {} : onSignal("SIGINT"));
  signals.on("SIGTERM", onSignal("SIGTERM"));
  // The parent is gone, and nobody else would stop this process.
  signals.on("disconnect", () => {
    if (stopping === undefined) onSignal("disconnect")();
  });
  signals.on("uncaughtException", (err) => {
    log.error({ err }, "uncaught error");
    if (stopping === undefined) void stopAndExit(1);
    else signals.exit(1);
  });

  return {
    onStop(name, stopFunction) {
      const step = { name, stop: stopFunction };
      if (stopping === undefined) steps.push(step);
      else void run(step, LAST_CALL_MS);
    },
    stop,
    get isStopping() {
      return stopping !== undefined;
    },
  };
};
