import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { Budget } from "../ledger/charge";
import { createLedger } from "../ledger/create-ledger";
import type { Ledger } from "../ledger/ledger";
import { createMemoryLedgerStore } from "./memory/ledger-store";
import { sampleCharge } from "./sample-charge";

export const ORG = "11111111-1111-4111-8111-111111111111";
export const HOUR_MS = 3_600_000;
/** Longer than an ended budget is remembered. */
export const LONG_MS = 50 * HOUR_MS;
export const mxn = (units: number) => nanoMxn(BigInt(units));

/** @param checkpointEveryBlocks 1: accounts open from a checkpoint; a large number: from their first block. */
export const setUp = (checkpointEveryBlocks = 1) => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const replica = () => createLedger({ store, clock, log: silentLog, limits: { checkpointEveryBlocks } });
  const budget: Budget = { id: "token", limit: mxn(10), expiresAtMs: clock.nowMs() + HOUR_MS };
  return { clock, store, replica, budget };
};

export const hold = async (ledger: Ledger, callId: string, amount: number, budget: Budget) =>
  ledger.hold(ORG, { callId, amount: mxn(amount), ttlMs: 60_000, budgets: [budget] });
export const settle = (ledger: Ledger, callId: string, amount: number, budget?: Budget) =>
  ledger.settle(ORG, {
    callId,
    amount: mxn(amount),
    charge: sampleCharge(budget === undefined ? {} : { budgets: [budget] }),
  });
export const POOR = { code: "insufficient_balance" };

/** Ended budgets are looked for with every sixteenth block. */
export const commitBlocks = async (ledger: Ledger, name: string, blocks = 16) => {
  for (let block = 0; block < blocks; block++)
    await ledger.credit(ORG, { id: `${name} ${block}`, amount: mxn(1), note: "" });
};
