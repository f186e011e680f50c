/** Timeout of a read, and of the wait for the majority. */
const TIMEOUT_MS = 5_000;

/**
 * Writes wait for the majority's journal, and reads return only majority-committed data: a block built on one that is
 * rolled back would leave a gap.
 */
export const WRITING = { writeConcern: { w: "majority", journal: true, wtimeoutMS: TIMEOUT_MS } } as const;
export const READING = { readConcern: { level: "majority" }, useBigInt64: true, maxTimeMS: TIMEOUT_MS } as const;
