import type { Clock, Log, Timer } from "@cenote/core";

export interface PollingOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** For the log: "keys could not be polled". */
  readonly what: string;
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number;
  /** Pause before the first run; `everyMs` where absent. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<void>;
}

export interface Polling {
  /** Starts no further run; waits for the one under way. */
  close(): Promise<void>;
}

/** Runs something again and again. A failure is logged once, until it works again. */
export const startPolling = ({ clock, log, what, everyMs, firstAfterMs = everyMs, run }: PollingOptions): Polling => {
  let timer: Timer | undefined;
  let current: Promise<void> = Promise.resolve();
  let failing = false;
  let closed = false;

  const runOnce = async (): Promise<void> => {
    try {
      await run();
      if (failing) log.info({}, `${what} can be polled again`);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error }, `${what} could not be polled`);
      failing = true;
    }
    arm(everyMs);
  };
  const arm = (afterMs: number) => {
    if (!closed) timer = clock.setTimer(() => { current = runOnce(); }, afterMs);
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
