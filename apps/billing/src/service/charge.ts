import type { Charge as ContractCharge } from "@cenote/contracts";
import { isKeyBudget } from "../keys/key-budget";
import type { Charge } from "../ledger/charge";
import { toContractRecord } from "./call-record";
import { toContractLine } from "./usage-lines";

const clientTokenOf = (budgets: Charge["budgets"]) => {
  const token = budgets?.find((budget) => !isKeyBudget(budget));
  return token === undefined ? {} : { clientTokenId: token.id };
};

export const toContractCharge = ({ fx, usage, record, budgets, ...rest }: Charge): ContractCharge => ({
  ...rest,
  usage: usage.map(toContractLine),
  ...clientTokenOf(budgets),
  // A released call has no rate.
  fx: fx.mxnPerUsd === "" ? undefined : { mxnPerUsd: fx.mxnPerUsd, source: fx.source, at: new Date(fx.atMs) },
  record: toContractRecord(record),
});
