import type { Clock, Timer } from "./clock";
import type { Log } from "./log";

export interface PeriodicTaskOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** For the log: "the poll of keys failed". */
  readonly name: string;
  /** Pause between the end of one run and the start of the next. Runs never overlap. */
  readonly everyMs: number;
  /** Pause before the first run. Default: `everyMs`. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<void>;
}

export interface PeriodicTask {
  /** Starts no further run, and waits for the current run. */
  close(): Promise<void>;
}

/** Runs a task periodically, also after failures. Of consecutive failures only the first is logged. */
export const startPeriodicTask = ({
  clock,
  log,
  name,
  everyMs,
  firstAfterMs = everyMs,
  run,
}: PeriodicTaskOptions): PeriodicTask => {
  let timer: Timer | undefined;
  let current: Promise<void> = Promise.resolve();
  let failing = false;
  let closed = false;

  const runOnce = async (): Promise<void> => {
    try {
      await run();
      if (failing) log.info({}, `${name} works again`);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error }, `${name} failed`);
      failing = true;
    }
    arm(everyMs);
  };
  const arm = (afterMs: number) => {
    if (!closed)
      timer = clock.setTimer(() => {
        current = runOnce();
      }, afterMs);
  };
  arm(firstAfterMs);

  return {
    async close() {
      closed = true;
      timer?.cancel();
      await current;
    },
  };
};
