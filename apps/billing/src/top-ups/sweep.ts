import { type Clock, type Log, type PeriodicTask, startPeriodicTask } from "@cenote/core";
import type { LookAtCheckout } from "./look-at-checkout";
import { reasonOf } from "./reason-of";
import type { TopUpStore } from "./top-up-store";

export interface SweepOptions {
  readonly store: Pick<TopUpStore, "due">;
  readonly look: LookAtCheckout;
  readonly clock: Clock;
  readonly log: Log;
}

const SWEEP_MS = 15_000;
/** Questions to the processor at the same time. */
const AT_ONCE = 10;
/** Rounds of one run: enough for all that are due, unless none can be changed. */
const MAX_ROUNDS = 100;

/** Credits what was paid though nobody came back from the page and no event arrived, and closes what was never paid. */
export const startTopUpSweep = ({ store, look, clock, log }: SweepOptions): PeriodicTask => {
  const closing = new AbortController();

  /** @returns How many were due. */
  const round = async (): Promise<number> => {
    const due = await store.due(clock.nowMs(), AT_ONCE);
    // One that fails is due again later, behind the others.
    await Promise.all(
      due.map((topUp) =>
        look(topUp, "news").catch((error: unknown) => {
          log.warn({ topUpId: topUp.id, reason: reasonOf(error) }, "a top-up could not be looked at");
        }),
      ),
    );
    return due.length;
  };

  const task = startPeriodicTask({
    clock,
    log,
    name: "the sweep of top-ups",
    everyMs: SWEEP_MS,
    async run() {
      for (let rounds = 0; rounds < MAX_ROUNDS && !closing.signal.aborted; rounds++)
        if ((await round()) < AT_ONCE) return;
    },
  });
  return {
    close() {
      closing.abort();
      return task.close();
    },
  };
};
