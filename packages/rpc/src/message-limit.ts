/**
 * Largest message either side takes. Above a request body's 20 MiB with its JSON strings as they are, and above the
 * largest answer: 2048 embeddings of 3072 dimensions are 24 MiB.
 */
export const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** What a message holds besides the request itself. */
const BESIDE_BODY_BYTES = 1024 * 1024;
const BYTES_OF_MIB = 1024 * 1024;

/**
 * For services behind a front that admits request bodies of up to this many MiB: whatever the front lets in gets all
 * the way.
 */
export const messageLimitFor = (bodyMib: number): number =>
  Math.max(DEFAULT_MAX_MESSAGE_BYTES, bodyMib * BYTES_OF_MIB + BESIDE_BODY_BYTES);
