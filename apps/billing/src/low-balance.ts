import { formatMxn, type Log, type NanoMxn } from "@cenote/core";
import type { BalanceChange } from "./ledger/ledger";
import type { MetricsOptions } from "./with-metrics";

/** Whether a balance has just fallen below `threshold`. If it was below it before, there was a warning already. */
export const fellBelow = (threshold: NanoMxn, { before, after }: Pick<BalanceChange, "before" | "after">): boolean =>
  before >= threshold && after < threshold;

export interface LowBalanceOptions extends Pick<MetricsOptions, "metrics"> {
  readonly log: Log;
  /** Undefined: no warnings. Asked at each change, because it may be edited while the process runs. */
  readonly threshold: () => NanoMxn | undefined;
}

/**
 * Warns of each balance that falls below the threshold: a line in the log with its organization, and a count. It needs no
 * memory of its own, because the journal has the balance before and after each block.
 */
export const createLowBalanceAlarm = ({
  metrics,
  log,
  threshold,
}: LowBalanceOptions): ((change: BalanceChange) => void) => {
  const fallen = metrics
    .counter({
      name: "cenote_billing_low_balances_total",
      help: "Times that the balance of an organization fell below low_balance_mxn.",
    })
    .labels();
  return (change) => {
    const below = threshold();
    if (below === undefined || !fellBelow(below, change)) return;
    fallen.inc();
    log.warn(
      {
        organizationId: change.organizationId,
        balanceMxn: formatMxn(change.after),
        lowBalanceMxn: formatMxn(below),
      },
      "a balance is low",
    );
  };
};
