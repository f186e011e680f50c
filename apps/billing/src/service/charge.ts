import type { Charge as ContractCharge } from "@cenote/contracts";
import type { Charge } from "../ledger/ledger";
import { toContractRecord } from "./call-record";
import { toContractLine } from "./usage-lines";

export const toContractCharge = ({ fx, usage, record, budget, ...rest }: Charge): ContractCharge => ({
  ...rest,
  usage: usage.map(toContractLine),
  ...(budget !== undefined && { clientTokenId: budget.id }),
  // A call that was not charged has no rate.
  fx: fx.mxnPerUsd === "" ? undefined : { mxnPerUsd: fx.mxnPerUsd, source: fx.source, at: new Date(fx.atMs) },
  record: toContractRecord(record),
});
