/**
 * Largest message either side takes. Above a request body's 20 MiB with its JSON strings as they are, and above the largest
 * answer: 2048 embeddings of 3072 dimensions are 24 MiB.
 */
export const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
