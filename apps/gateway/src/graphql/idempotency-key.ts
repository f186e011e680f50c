/** The field of every answer that may be a replay. */
export const REPLAYED = {
  description:
    "Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing.",
} as const;

/** The argument of every mutation and subscription whose answer is charged. */
export const IDEMPOTENCY_KEY = {
  nullable: true,
  description:
    "Makes a retry safe: for a day, the same key with the same input returns the first answer and is charged once.",
} as const;
