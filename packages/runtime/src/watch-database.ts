import { answeredWithin, startPeriodicTask } from "@cenote/core";
import { compareClocks, type CompareClocksOptions } from "./compare-clocks";
import type { Lifecycle } from "./lifecycle";

export interface WatchDatabaseOptions extends CompareClocksOptions {
  /** Resolves when the database itself has answered, with its time in milliseconds since the epoch if it reports it. */
  readonly ask: () => Promise<number | undefined>;
  /** Notified when the database stops answering, and when it answers again. */
  readonly server: { setServing(isServing: boolean): void };
  /** Its stop ends the watch, so that nothing is reported any more; that has to happen before the server drains. */
  readonly lifecycle: Pick<Lifecycle, "onStop">;
}

const LOOK_MS = 1_000;
/** As long as the ledger waits. */
const ANSWER_MS = 3_000;
/** Consecutive failed checks: one slow answer is not an outage. */
const AWAY_AFTER_LOOKS = 2;

/**
 * Checks every second whether the database answers, and reports it to health and metrics. While it does not, calls are
 * rejected before they count as failures. Also reports how far this machine's clock is from the database's, and logs a
 * difference that is too large.
 */
export const watchDatabase = ({ ask, server, lifecycle, metrics, clock, log }: WatchDatabaseOptions): void => {
  let failed = 0;
  /** The pending check: a database that hangs is not asked a second time. */
  let asked: Promise<void> | undefined;
  const compare = compareClocks({ metrics, clock, log });
  let closed = false;
  const isAway = () => failed >= AWAY_AFTER_LOOKS;
  metrics.gauge({
    name: "cenote_database_away",
    help: "1 while this process gets no answer from the database, else 0.",
    collect(gauge) {
      gauge.set(isAway() ? 1 : 0);
    },
  });

  const count = (failures: number): void => {
    const wasAway = isAway();
    failed = failures;
    if (isAway() !== wasAway && !closed) server.setServing(!isAway());
  };
  const looking = startPeriodicTask({
    clock,
    log,
    name: "the look at the database",
    everyMs: LOOK_MS,
    async run() {
      asked ??= compare(ask).finally(() => {
        asked = undefined;
      });
      try {
        await answeredWithin(clock, ANSWER_MS, asked);
      } catch (error) {
        count(failed + 1);
        throw error;
      }
      count(0);
    },
  });
  lifecycle.onStop("database watch", () => {
    closed = true;
    void looking.close();
  });
};
