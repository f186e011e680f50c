import { CLOCKS_DIFFER_MS } from "@cenote/core";
import type { Journal } from "./store";

export interface TimeSearch {
  readonly journal: Journal;
  readonly organizationId: string;
  /** Of the newest block. */
  readonly lastSeq: number;
  readonly atMs: number;
}

/**
 * The seq of a block after which no block was made before `atMs`; 0 if there is none. Replicas stamp blocks with their own
 * clocks, so times follow the order of blocks only within `CLOCKS_DIFFER_MS`. A binary search: about twenty reads of one
 * block in a journal of a million.
 */
export const lastSeqBefore = async ({ journal, organizationId, lastSeq, atMs }: TimeSearch): Promise<number> => {
  const isBefore = async (seq: number): Promise<boolean> => {
    const [block] = await journal.blocksBefore(organizationId, seq + 1, 1);
    return block !== undefined && block.atMs < atMs + CLOCKS_DIFFER_MS;
  };
  // The most common result.
  if (lastSeq === 0 || (await isBefore(lastSeq))) return lastSeq;
  let before = 0;
  for (let after = lastSeq; after - before > 1;) {
    const middle = Math.trunc((before + after) / 2);
    if (await isBefore(middle)) before = middle;
    else after = middle;
  }
  return before;
};
