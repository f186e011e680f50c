import { type Clock, type Log, type PeriodicTask, startPeriodicTask } from "@cenote/core";
import type { LookAtCheckout } from "./look-at-checkout";
import type { TopUpStore } from "./top-up-store";

export interface SweepOptions {
  readonly store: Pick<TopUpStore, "due">;
  readonly look: LookAtCheckout;
  readonly clock: Clock;
  readonly log: Log;
}

const SWEEP_MS = 15_000;
const AT_ONCE = 20;

/** Credits what was paid though nobody came back from the page and no event arrived, and closes what was never paid. */
export const startTopUpSweep = ({ store, look, clock, log }: SweepOptions): PeriodicTask =>
  startPeriodicTask({
    clock,
    log,
    name: "the sweep of top-ups",
    everyMs: SWEEP_MS,
    async run() {
      let failure: unknown;
      for (const topUp of await store.due(clock.nowMs(), AT_ONCE))
        // One that fails is due again later, behind the others.
        await look(topUp, "news").catch((error: unknown) => {
          failure ??= error;
        });
      if (failure !== undefined) throw failure;
    },
  });
