import { formatDecimal, parseExchangeRate } from "@cenote/core";
import type { FxRate } from "./fx-rate";
import type { FxRows, OperatorRow, QuotedRow } from "./fx-store";

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
export const rateInForce = ({ operator, configured, quoted }: FxRows): FxRate | undefined => {
  if (operator !== undefined && (configured === undefined || operator.atMs > configured.atMs))
    return operatorRate(operator);
  if (quoted !== undefined && quoted.signature === configured?.signature) return rateOf(quoted);
  if (operator !== undefined && (quoted === undefined || operator.atMs > quoted.atMs)) return operatorRate(operator);
  return quoted === undefined ? undefined : rateOf(quoted);
};
