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
/** Concurrent queries to the processor. */
const AT_ONCE = 10;
/** Rounds of one run: enough for all due top-ups. Bounded in case none can be changed. */
const MAX_ROUNDS = 100;

/** Credits payments for which no customer returned and no event arrived, and closes top-ups that were never paid. */
export const startTopUpSweep = ({ store, look, clock, log }: SweepOptions): PeriodicTask => {
  const closing = new AbortController();

  /** @returns How many top-ups were due. */
  const round = async (): Promise<number> => {
    const due = await store.due(clock.nowMs(), AT_ONCE);
    // A top-up that fails is due again later, after the others.
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
