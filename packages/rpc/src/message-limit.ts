/**
 * The largest message that either side accepts. Above a request body of 20 MiB, and above the largest answer: 2048
 * embeddings of 3072 dimensions are 24 MiB.
 */
export const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Size of a message besides the request body. */
const BESIDE_BODY_BYTES = 1024 * 1024;
const BYTES_OF_MIB = 1024 * 1024;

/**
 * The limit for services behind a gateway that accepts request bodies of up to this many MiB, so that every accepted
 * body can be passed on.
 */
export const messageLimitFor = (bodyMib: number): number =>
  Math.max(DEFAULT_MAX_MESSAGE_BYTES, bodyMib * BYTES_OF_MIB + BESIDE_BODY_BYTES);
