import { answeredWithin, startPeriodicTask } from "@cenote/core";
import { compareClocks, type CompareClocksOptions } from "./compare-clocks";
import type { Lifecycle } from "./lifecycle";

export interface WatchDatabaseOptions extends CompareClocksOptions {
  /** Resolves when the database itself has answered, with its time in milliseconds since the epoch if it tells it. */
  readonly ask: () => Promise<number | undefined>;
  /** Told when the database has gone away, and when it answers again. */
  readonly server: { setServing(isServing: boolean): void };
  /** Ends the watch: nothing is told from then on, so it has to stop before the server drains. */
  readonly lifecycle: Pick<Lifecycle, "onStop">;
}

const LOOK_MS = 1_000;
/** As long as the ledger waits. */
const ANSWER_MS = 3_000;
/** Looks that fail in a row: one slow answer is not an outage. */
const AWAY_AFTER_LOOKS = 2;

/**
 * Looks every second whether the database answers, and shows it: while it does not, calls are refused before they reach
 * what counts failures. Also shows how far this machine's clock is from the database's, and logs if that is too far.
 */
export const watchDatabase = ({ ask, server, lifecycle, metrics, clock, log }: WatchDatabaseOptions): void => {
  let failed = 0;
  /** The question under way: a database that hangs is not asked a second time. */
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
