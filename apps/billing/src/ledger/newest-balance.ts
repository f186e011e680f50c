import { type NanoMxn, ZERO_MXN } from "@cenote/core";
import type { Checkpoints, Journal } from "./store";

/**
 * The balance after the newest block; zero without a block. Reads from the checkpoint's block on, or from the first block
 * if the journal does not have that one.
 */
export const readNewestBalance = async (store: Journal & Checkpoints, organizationId: string): Promise<NanoMxn> => {
  const { seq = 1 } = (await store.readCheckpoint(organizationId)) ?? {};
  let newest: NanoMxn | undefined;
  for (const first of new Set([seq, 1])) {
    for await (const { balance } of store.blocksAfter(organizationId, first - 1)) newest = balance;
    if (newest !== undefined) return newest;
  }
  return ZERO_MXN;
};
