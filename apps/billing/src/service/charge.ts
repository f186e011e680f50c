import type { Charge as ContractCharge } from "@cenote/contracts";
import type { Charge } from "../ledger/ledger";
import { toContractRecord } from "./call-record";
import { toContractLine } from "./usage-lines";

export const toContractCharge = ({ fx, usage, record, ...rest }: Charge): ContractCharge => ({
  ...rest,
  usage: usage.map(toContractLine),
  // A call that was not charged has no rate.
  fx: fx.mxnPerUsd === "" ? undefined : { mxnPerUsd: fx.mxnPerUsd, source: fx.source, at: new Date(fx.atMs) },
  record: toContractRecord(record),
});
