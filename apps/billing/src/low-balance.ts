import { formatMxn, type Log, type NanoMxn } from "@cenote/core";
import type { BalanceChange } from "./ledger/ledger";
import type { MetricsOptions } from "./with-metrics";

/** Whether a balance has just fallen below `threshold`. One that was below it before has been reported already. */
export const fellBelow = (threshold: NanoMxn, { before, after }: Pick<BalanceChange, "before" | "after">): boolean =>
  before >= threshold && after < threshold;

export interface LowBalanceOptions extends Pick<MetricsOptions, "metrics"> {
  readonly log: Log;
  /** Undefined: no warnings. Read at each change, because it may be edited while the process runs. */
  readonly threshold: () => NanoMxn | undefined;
}

/**
 * Warns of each balance that falls below the threshold, by a log line with the organization and a counter. Stateless,
 * because each block has the balance before and after it.
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
