import { formatDecimal, parseExchangeRate } from "@cenote/core";
import type { FxRate } from "./fx-rate";
import type { FxRows, OperatorRow, QuotedRow } from "./fx-store";

/** Removes rates that earlier versions accepted but that are no longer valid. */
export const plausibleRows = ({ operator, quoted, ...rows }: FxRows): FxRows => ({
  ...rows,
  ...(operator !== undefined && isPlausible(operator) && { operator }),
  ...(quoted !== undefined && isPlausible(quoted) && { quoted }),
});

const isPlausible = ({ mxnPerUsd }: Pick<QuotedRow, "mxnPerUsd">): boolean => {
  try {
    parseExchangeRate(mxnPerUsd);
    return true;
  } catch {
    return false;
  }
};

/** Whether the operator's own rate is newer than the configuration's choice of a source. */
export const isOperatorsTurn = ({ operator, configured }: FxRows): boolean =>
  operator !== undefined && (configured === undefined || operator.atMs > configured.atMs);

/** The time of a new decision: later than every earlier one, whatever the clocks of other replicas say. */
export const decisionTime = ({ operator, configured }: FxRows, nowMs: number): number =>
  Math.max(nowMs, (operator?.atMs ?? 0) + 1, (configured?.atMs ?? 0) + 1);

const operatorRate = ({ mxnPerUsd, atMs }: OperatorRow): FxRate => rateOf({ mxnPerUsd, atMs, source: "operator" });

const rateOf = ({ mxnPerUsd, atMs, source }: Pick<QuotedRow, "mxnPerUsd" | "atMs" | "source">): FxRate => {
  const decimal = parseExchangeRate(mxnPerUsd);
  return { mxnPerUsd: decimal, text: formatDecimal(decimal), source, atMs };
};

/**
 * The newest decision of the operator wins: an `fx set`, or a change of the `fx` section. A quote of the configured
 * source is not a decision. Until a newly configured source has answered for the first time, the newest known rate
 * stays in force.
 */
export const rateInForce = (rows: FxRows): FxRate | undefined => {
  const { operator, configured, quoted } = rows;
  if (operator !== undefined && isOperatorsTurn(rows)) return operatorRate(operator);
  if (quoted !== undefined && quoted.signature === configured?.signature) return rateOf(quoted);
  if (operator !== undefined && (quoted === undefined || operator.atMs > quoted.atMs)) return operatorRate(operator);
  return quoted === undefined ? undefined : rateOf(quoted);
};
