import { type Clock, CLOCKS_DIFFER_MS, type Log } from "@cenote/core";
import type { Metrics } from "./metrics";

export interface CompareClocksOptions {
  readonly metrics: Pick<Metrics, "gauge">;
  readonly clock: Clock;
  readonly log: Log;
}

/** A slower answer says too little about the time at which it was given. */
const PROMPT_MS = 2_000;

/**
 * Measures how far this machine's clock is from the database's, which all replicas share, and logs a difference that is
 * too large. Blocks of the ledger, budgets, rates and leases would then get times in other replicas' past or future. No
 * call is rejected for it, because the database's clock may be the wrong one.
 * @returns Compares the clocks, with the time that its argument resolves to.
 */
export const compareClocks = ({
  metrics,
  clock,
  log,
}: CompareClocksOptions): ((ask: () => Promise<number | undefined>) => Promise<void>) => {
  let aheadMs: number | undefined;
  let isTold = false;
  metrics.gauge({
    name: "cenote_clock_ahead_seconds",
    help: "How far the clock of this process is ahead of the database's, negative if it is behind; NaN while not known.",
    collect(gauge) {
      gauge.set(aheadMs === undefined ? Number.NaN : aheadMs / 1_000);
    },
  });

  const tell = (differenceMs: number): void => {
    const isWrong = Math.abs(differenceMs) > CLOCKS_DIFFER_MS;
    if (isWrong === isTold) return;
    isTold = isWrong;
    const fields = { aheadMs: Math.round(differenceMs) };
    if (isWrong) log.error(fields, "the clock of this machine and the database's differ: one of them is wrong");
    else log.info(fields, "the clock of this machine and the database's agree again");
  };

  return async (ask) => {
    const sentMs = clock.monotonicMs();
    const databaseMs = await ask();
    const tookMs = clock.monotonicMs() - sentMs;
    if (databaseMs === undefined || tookMs > PROMPT_MS) return;
    aheadMs = clock.nowMs() - tookMs / 2 - databaseMs;
    tell(aheadMs);
  };
};
